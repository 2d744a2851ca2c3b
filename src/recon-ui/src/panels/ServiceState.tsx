// SPDX-License-Identifier: Apache-2.0
import type { Service } from '../api/model';
import { onReadersClock } from '../format/units';
import { Notice } from '../parts/Notice';
import { StateTag } from '../parts/StateTag';

/** What the service of an OM is at, and why, in its own words. */
export function ServiceState({ service: { nodeId, state, message, problems } }: { service: Service }) {
  return (
    <>
      <div className="service-state">
        <span role="status" aria-label={`State of the service on ${nodeId}`}><StateTag state={state} /></span>
        <p>{onReadersClock(message)}</p>
      </div>
      {problems.length > 0 && (
        <Notice kind="warning" title="Settings that cannot be used">
          <ul>{problems.map((problem) => <li key={problem}>{problem}</li>)}</ul>
        </Notice>
      )}
    </>
  );
}
