// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, type ReactNode } from 'react';
import { Freshness } from './api/freshness';
import type { Node, NodeList } from './api/model';
import { useAnswer, type Answer } from './api/useAnswer';
import { useJobsEnded } from './api/useJobs';
import { scopeOfMap, scopeOfOverview, type Scope } from './command/jobRequest';
import { zone } from './format/units';
import { BucketsPanel } from './panels/BucketsPanel';
import { JobPanel } from './panels/JobPanel';
import { JobsPanel } from './panels/JobsPanel';
import { LsmMapPanel } from './panels/LsmMapPanel';
import { NodesPanel, NodeWarnings } from './panels/NodesPanel';
import { ServiceBucketPanel } from './panels/ServiceBucketPanel';
import { ServicePanel } from './panels/ServicePanel';
import { SlowPlacesPanel } from './panels/SlowPlacesPanel';
import { TriggerDialog } from './panels/TriggerDialog';
import { START, toHash, type OverviewAddress, type Address } from './url/address';
import { goTo, stayAt, useAddress } from './url/useAddress';

const NODES_POLL_MILLIS = 10_000;

export function App() {
  const address = useAddress();
  const nodes = useAnswer<NodeList>('nodes', () => NODES_POLL_MILLIS);
  const jobsEnded = useJobsEnded();
  const known = nodes.data?.nodes ?? [];
  const here = pageName(address);
  const main = useRef<HTMLElement>(null);
  const shown = useRef(here);
  useEffect(() => {
    document.title = `${here} - Range compaction - Ozone Recon`;
    if (shown.current !== here) {
      shown.current = here;
      main.current?.focus({ preventScroll: true });
      main.current?.scrollTo(0, 0);
    }
  }, [here]);
  return (
    <div className="shell">
      <aside className="sider" aria-label="Ozone Recon">
        <a className="skip" href={toHash(address)} onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}>
          Skip to content
        </a>
        <div className="brand"><Mark />Ozone Recon</div>
        <nav aria-label="Range compaction">
          <MenuItem href={toHash(START)} current={address.page === 'overview' || address.page === 'map'}>
            Overview
          </MenuItem>
          <MenuItem href={toHash({ page: 'jobs' })} current={address.page === 'jobs'}>Jobs</MenuItem>
          <MenuItem href={toHash({ page: 'service' })} current={address.page === 'service'}>Service</MenuItem>
          <a className="back" href="../../../../../"><span aria-hidden="true">←</span> Back to Recon</a>
        </nav>
      </aside>
      <header className="top">
        <h1>Range compaction</h1>
        <span className="zone">Times: {zone(new Date())}</span>
      </header>
      <Freshness value={jobsEnded}>
        <main ref={main} tabIndex={-1} aria-label={here}>
          <Page address={address} nodes={nodes} />
        </main>
        <Trigger address={address} nodes={known} />
      </Freshness>
    </div>
  );
}

function Page({ address, nodes }: { address: Address; nodes: Answer<NodeList> }) {
  const known = nodes.data?.nodes ?? [];
  switch (address.page) {
    case 'overview':
      return <Overview address={address} nodes={nodes} />;
    case 'map': {
      const { nodeId, bucket, table, keyRange } = address;
      return (
        <LsmMapPanel
          key={JSON.stringify([nodeId, bucket, table, keyRange])}
          address={address}
          nodes={known}
          go={goTo}
          stay={stayAt}
        />
      );
    }
    case 'jobs':
      return address.jobId === undefined
        ? <JobsPanel /> : <JobPanel key={address.jobId} jobId={address.jobId} nodes={known} />;
    case 'service':
      return address.bucket === undefined
        ? <ServicePanel /> : <ServiceBucketPanel key={address.bucket} bucket={address.bucket} nodes={known} />;
  }
}

/** What people wait for comes first. */
function Overview({ address, nodes }: { address: OverviewAddress; nodes: Answer<NodeList> }) {
  return (
    <>
      {nodes.data && <NodeWarnings nodes={nodes.data.nodes} />}
      <SlowPlacesPanel address={address} nodes={nodes.data?.nodes ?? []} go={goTo} />
      <NodesPanel nodes={nodes} />
      <BucketsPanel address={address} go={goTo} />
    </>
  );
}

function Trigger({ address, nodes }: { address: Address; nodes: readonly Node[] }) {
  if (address.page === 'jobs' || address.page === 'service' || address.trigger === undefined) {
    return null;
  }
  const scope: Scope | undefined = address.page === 'map' ? scopeOfMap(address) : scopeOfOverview(address);
  const { trigger: _, ...shown } = address;
  const behind: Address = shown.page === 'overview' ? { ...shown, slow: false } : shown;
  return scope && (
    <TriggerDialog
      key={JSON.stringify(scope)}
      scope={scope}
      nodes={nodes}
      close={() => { stayAt(() => behind); }}
      submitted={({ jobId }) => {
        // Back leads to the page behind, not to the dialog again.
        stayAt(() => behind);
        goTo({ page: 'jobs', jobId });
      }}
    />
  );
}

function pageName(address: Address): string {
  switch (address.page) {
    case 'overview':
      return 'Overview';
    case 'map':
      return `${address.bucket ?? address.keyRange ?? 'Whole table'}, ${address.table}`;
    case 'jobs':
      return address.jobId === undefined ? 'Jobs' : `Job ${address.jobId}`;
    case 'service':
      return address.bucket === undefined ? 'Service' : `Service, ${address.bucket}`;
  }
}

function MenuItem({ href, current, children }: { href: string; current: boolean; children: ReactNode }) {
  return <a href={href} {...(current ? { 'aria-current': 'page' as const } : {})}>{children}</a>;
}

function Mark() {
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      <circle cx="12" cy="7" r="4.5" fill="#4dcf4c" />
      <circle cx="6.5" cy="16" r="4.5" fill="#1da57a" />
      <circle cx="17.5" cy="16" r="4.5" fill="#1da57a" />
    </svg>
  );
}
