// SPDX-License-Identifier: Apache-2.0
import { query } from '../api/client';
import type { Node, ServiceList } from '../api/model';
import { pollWhileIncomplete } from '../api/pollWhileIncomplete';
import { useAnswer } from '../api/useAnswer';
import { Asking } from '../parts/Asking';
import { Unanswered } from '../parts/Notice';
import { Panel } from '../parts/Panel';
import { toHash } from '../url/address';
import { ServiceRanges } from './ServiceRanges';
import { ServiceState } from './ServiceState';

/** Why the service would compact a bucket, or would not: what each OM makes of it. */
export function ServiceBucketPanel({ bucket, nodes }: { bucket: string; nodes: readonly Node[] }) {
  // Each answer is a look at the bucket: asked for again by its reader only.
  const answer = useAnswer<ServiceList>(`service${query({ bucket, nodeId: 'all' })}`, pollWhileIncomplete);
  const leader = nodes.find(({ role }) => role === 'LEADER')?.nodeId;
  const { data, loading, reload } = answer;
  return (
    <>
      <nav className="crumbs" aria-label="Where you are">
        <a href={toHash({ page: 'service' })}>Service</a><span aria-hidden="true">/</span><span>{bucket}</span>
      </nav>
      <Panel
        title={`Why the service would compact ${bucket}, or would not`}
        hint="Every OM looks at its own copy of the bucket now, whether the service is on or off. The leader decides."
        busy={loading}
        actions={<button type="button" disabled={loading} onClick={reload}>Look again</button>}
      >
        <Asking answer={answer} what="The OMs look at the bucket…" failed="The OMs could not be asked about it." />
        {data && <Unanswered problems={data.unanswered} />}
        {data?.services.map((service) => (
          <section key={service.nodeId} aria-label={`Service on ${service.nodeId}`}>
            <h3>{service.nodeId}{service.nodeId === leader && ' (leader)'}</h3>
            <ServiceState service={service} />
            <ServiceRanges service={service} />
          </section>
        ))}
      </Panel>
    </>
  );
}
