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
import { START, toHash, type OverviewPlace, type Place } from './url/place';
import { goTo, stayAt, usePlace } from './url/usePlace';

const NODES_POLL_MILLIS = 10_000;

export function App() {
  const place = usePlace();
  const nodes = useAnswer<NodeList>('nodes', () => NODES_POLL_MILLIS);
  const jobsEnded = useJobsEnded();
  const known = nodes.data?.nodes ?? [];
  const here = pageName(place);
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
        <a className="skip" href={toHash(place)} onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}>
          Skip to content
        </a>
        <div className="brand"><Mark />Ozone Recon</div>
        <nav aria-label="Range compaction">
          <MenuItem href={toHash(START)} current={place.page === 'overview' || place.page === 'map'}>Overview</MenuItem>
          <MenuItem href={toHash({ page: 'jobs' })} current={place.page === 'jobs'}>Jobs</MenuItem>
          <MenuItem href={toHash({ page: 'service' })} current={place.page === 'service'}>Service</MenuItem>
          <a className="back" href="../../../../../"><span aria-hidden="true">←</span> Back to Recon</a>
        </nav>
      </aside>
      <header className="top">
        <h1>Range compaction</h1>
        <span className="zone">Times: {zone(new Date())}</span>
      </header>
      <Freshness value={jobsEnded}>
        <main ref={main} tabIndex={-1} aria-label={here}>
          <Page place={place} nodes={nodes} />
        </main>
        <Trigger place={place} nodes={known} />
      </Freshness>
    </div>
  );
}

function Page({ place, nodes }: { place: Place; nodes: Answer<NodeList> }) {
  const known = nodes.data?.nodes ?? [];
  switch (place.page) {
    case 'overview':
      return <Overview place={place} nodes={nodes} />;
    case 'map': {
      const { nodeId, bucket, table, keyRange } = place;
      return (
        <LsmMapPanel
          key={JSON.stringify([nodeId, bucket, table, keyRange])}
          place={place}
          nodes={known}
          go={goTo}
          stay={stayAt}
        />
      );
    }
    case 'jobs':
      return place.jobId === undefined
        ? <JobsPanel /> : <JobPanel key={place.jobId} jobId={place.jobId} nodes={known} />;
    case 'service':
      return place.bucket === undefined
        ? <ServicePanel /> : <ServiceBucketPanel key={place.bucket} bucket={place.bucket} nodes={known} />;
  }
}

/** What people wait for comes first. */
function Overview({ place, nodes }: { place: OverviewPlace; nodes: Answer<NodeList> }) {
  return (
    <>
      {nodes.data && <NodeWarnings nodes={nodes.data.nodes} />}
      <SlowPlacesPanel place={place} nodes={nodes.data?.nodes ?? []} go={goTo} />
      <NodesPanel nodes={nodes} />
      <BucketsPanel place={place} go={goTo} />
    </>
  );
}

function Trigger({ place, nodes }: { place: Place; nodes: readonly Node[] }) {
  if (place.page === 'jobs' || place.page === 'service' || place.trigger === undefined) {
    return null;
  }
  const scope: Scope | undefined = place.page === 'map' ? scopeOfMap(place) : scopeOfOverview(place);
  const { trigger: _, ...shown } = place;
  const behind: Place = shown.page === 'overview' ? { ...shown, slow: false } : shown;
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

function pageName(place: Place): string {
  switch (place.page) {
    case 'overview':
      return 'Overview';
    case 'map':
      return `${place.bucket ?? place.keyRange ?? 'Whole table'}, ${place.table}`;
    case 'jobs':
      return place.jobId === undefined ? 'Jobs' : `Job ${place.jobId}`;
    case 'service':
      return place.bucket === undefined ? 'Service' : `Service, ${place.bucket}`;
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
