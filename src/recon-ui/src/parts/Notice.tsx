// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import type { ApiFailure } from '../api/client';
import type { Problem } from '../api/model';
import { counted } from '../format/units';
import { toHash } from '../url/address';

interface NoticeProps {
  kind: 'info' | 'warning' | 'error';
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** Something the reader should know; errors are read out at once. */
export function Notice({ kind, title, children, action }: NoticeProps) {
  return (
    <div className={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <div className="notice-text">
        <strong>{title}</strong>
        {children}
      </div>
      {action}
    </div>
  );
}

interface FailureProps {
  title: string;
  failure: ApiFailure;
  retry?: (() => void) | undefined;
}

/** The server's own words: what is wrong, and behind it what to do next. */
export function Failure({ title, failure, retry }: FailureProps) {
  const action = retry && <button type="button" onClick={retry}>Try again</button>;
  return (
    <Notice kind="error" title={title} action={action}>
      <p>{failure.sentence}</p>
      {retry && failure.passes && <p>This page goes on asking; whatever it shows is from before.</p>}
      {failure.jobId && <p><a href={toHash({ page: 'jobs', jobId: failure.jobId })}>Show job {failure.jobId}</a></p>}
    </Notice>
  );
}

interface CommandFailureProps {
  /** Completes "It is not known whether". */
  done: string;
  /** The title if the ring has refused. */
  not: string;
  failure: ApiFailure;
}

/** A command that found no answer may have been taken. */
export function CommandFailure({ done, not, failure }: CommandFailureProps) {
  return (
    <Failure
      title={failure.mayBeTaken ? `It is not known whether ${done}.` : not}
      failure={failure}
    />
  );
}

interface UnansweredProps {
  problems: readonly Problem[];
  /** What is shown although they did not answer. */
  instead?: string;
}

/** Nodes that are missing from what is shown. */
export function Unanswered({ problems, instead = 'What the other nodes say is shown.' }: UnansweredProps) {
  if (problems.length === 0) {
    return null;
  }
  const names = problems.map(({ nodeId }) => nodeId).join(', ');
  return (
    <Notice kind="warning" title={`${names} did not answer. ${instead}`}>
      <ul>
        {problems.map(({ nodeId, message }) => <li key={nodeId}><b>{nodeId}:</b> {message}</li>)}
      </ul>
    </Notice>
  );
}

/** What is shown holds estimates as long as files of it were not looked into. */
export function StillToScan({ files, children }: { files: number; children?: ReactNode }) {
  return files === 0 ? null : (
    <Notice kind="info" title={`${counted(files, 'file')} still to be looked into.`}>{children}</Notice>
  );
}
