// SPDX-License-Identifier: Apache-2.0
import type { Answer } from '../api/useAnswer';
import type { Node, NodeList, Pressure } from '../api/model';
import { bytes, duration, onReadersClock } from '../format/units';
import { Asking } from '../parts/Asking';
import { Meter } from '../parts/Meter';
import { Notice } from '../parts/Notice';
import { Panel } from '../parts/Panel';
import { Empty } from '../parts/Waiting';
import { toHash } from '../url/address';

const ROLES = { LEADER: 'Leader', FOLLOWER: 'Follower', LISTENER: 'Listener', UNKNOWN: 'Role unknown' };

export function NodesPanel({ nodes }: { nodes: Answer<NodeList> }) {
  const versions = [...new Set((nodes.data?.nodes ?? []).filter(({ reachable }) => reachable).map(versionOf))];
  return (
    <Panel
      title="Ozone Managers"
      hint="Every OM keeps its own copy of the database and compacts it on its own turn. A compaction waits while an
        OM is under pressure."
      actions={versions.length === 1 && <span className="hint">{versions[0]} on every OM</span>}
    >
      <Asking answer={nodes} what="Asking the OMs…" failed="The nodes could not be read." rows={2} />
      {nodes.data?.membersAgeMillis !== undefined && <MembersOfThen ageMillis={nodes.data.membersAgeMillis} />}
      {nodes.data?.nodes.length === 0 && (
        <Empty title="No OM is known"><p>Check ozone.om.service.ids in Recon&apos;s ozone-site.xml.</p></Empty>
      )}
      {nodes.data && nodes.data.nodes.length > 0 && (
        <ul className="nodes">
          {nodes.data.nodes.map((node) => (
            <li key={node.nodeId}><NodeCard node={node} version={versions.length > 1 ? versionOf(node) : ''} /></li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The ring as it was, when no leader says anew who is in it. */
function MembersOfThen({ ageMillis }: { ageMillis: number }) {
  return (
    <Notice kind="info" title={`Who is in the ring was last heard ${duration(ageMillis)} ago.`}>
      <p>No leader says it anew: the ring elects one, or it is busy. What each OM says of itself is of now.</p>
    </Notice>
  );
}

/** What the OMs warn of, such as tables whose every list is slow, and corrupt files. */
export function NodeWarnings({ nodes }: { nodes: readonly Node[] }) {
  const said = nodes.flatMap(({ nodeId, warnings = [] }) => warnings.map((warning) => ({ nodeId, warning })));
  return said.length > 0 && (
    <Notice kind="warning" title={said.length === 1 ? 'An OM warns.' : 'OMs warn.'}>
      <ul>
        {said.map(({ nodeId, warning }) => (
          <li key={`${nodeId} ${warning}`}><b>{nodeId}:</b> {onReadersClock(warning)}</li>
        ))}
      </ul>
    </Notice>
  );
}

function versionOf({ addOnVersion, ozoneVersion }: Node): string {
  return (addOnVersion === undefined ? 'No add-on' : `Add-on ${addOnVersion}`)
    + (ozoneVersion === undefined ? '' : ` · Ozone ${ozoneVersion}`);
}

/**
 * A line for a node where nothing happens, which opens on request.
 *
 * @param version shown where the nodes differ
 */
function NodeCard({ node, version }: { node: Node; version: string }) {
  return (
    <article className="node" aria-label={`OM ${node.nodeId}`}>
      {isCalm(node) ? (
        <details>
          <summary className="node-head"><NodeHead node={node} /></summary>
          <NodeState node={node} version={version} />
        </details>
      ) : (
        <>
          <div className="node-head"><NodeHead node={node} /></div>
          <NodeState node={node} version={version} />
        </>
      )}
    </article>
  );
}

function NodeHead({ node }: { node: Node }) {
  return (
    <>
      <i className={`dot dot-${node.reachable ? (isStrained(node) ? 'warn' : 'good') : 'bad'}`} />
      <strong>{node.nodeId}</strong>
      <span className={`tag ${node.role === 'LEADER' ? 'tag-good' : 'tag-plain'}`}>{ROLES[node.role]}</span>
      <span className="muted node-host">{node.host}</span>
    </>
  );
}

function NodeState({ node, version }: { node: Node; version: string }) {
  return (
    <>
      <p className="node-words">
        {inWords(node)}
        {node.runningJob && <> <a href={toHash({ page: 'jobs', jobId: node.runningJob })}>Show the job</a></>}
      </p>
      {node.pressure && <Gauges pressure={node.pressure} />}
      {version !== '' && node.reachable && <p className="muted node-foot">{version}</p>}
    </>
  );
}

function isCalm(node: Node): boolean {
  return node.reachable && !node.problem && !node.runningJob && node.pressure !== undefined && !isStrained(node)
    && !node.pressure.writesStopped && node.pressure.delayedWriteRate === 0;
}

function isStrained({ pressure, warnings = [] }: Node): boolean {
  return warnings.length > 0 || (pressure?.waits.length ?? 0) > 0;
}

/** What an operator has to know of a node, in one or two sentences. */
function inWords({ reachable, problem, pressure, addOnVersion, runningJob }: Node): string {
  if (!reachable) {
    return `Not reachable. ${problem?.message ?? 'A job will skip it after a time limit.'}`;
  }
  if (problem) {
    return problem.message;
  }
  if (addOnVersion === undefined) {
    return 'Runs without the add-on: it stays in step, and a job skips it.';
  }
  if (!pressure) {
    return 'Its pressure is not known.';
  }
  if (pressure.waits.length > 0) {
    return `A compaction waits: ${pressure.waits.map(({ message }) => message).join(' ')}`;
  }
  return runningJob ? 'Compacting now, without pressure.' : 'No pressure: a compaction could run now.';
}

function Gauges({ pressure }: { pressure: Pressure }) {
  const { l0Files, l0SlowdownTrigger } = pressure;
  return (
    <dl className="gauges">
      <div title="Young SST files, not merged yet. At the limit RocksDB slows writers down.">
        <dt>L0 files</dt>
        <dd>
          <Meter
            label="L0 files against the limit at which writes slow down"
            value={l0Files}
            of={l0SlowdownTrigger}
            text={`${l0Files} of ${l0SlowdownTrigger}`}
            tone={l0Files * 2 >= l0SlowdownTrigger ? 'warn' : 'accent'}
          />
        </dd>
      </div>
      <div title="What RocksDB wants to rewrite by itself, apart from any job.">
        <dt>Backlog</dt>
        <dd>{bytes(pressure.pendingCompactionBytes)}</dd>
      </div>
      <div title={`No range starts when it would leave less than ${bytes(pressure.diskReserveBytes)} free.`}>
        <dt>Free disk</dt>
        <dd>{bytes(pressure.freeDiskBytes)}</dd>
      </div>
      <div title="Whether RocksDB holds writers of this OM back.">
        <dt>Writes</dt>
        <dd>{writes(pressure)}</dd>
      </div>
    </dl>
  );
}

function writes({ writesStopped, delayedWriteRate }: Pressure): string {
  if (writesStopped) {
    return 'stopped';
  }
  return delayedWriteRate > 0 ? `held to ${bytes(delayedWriteRate)}/s` : 'not delayed';
}
