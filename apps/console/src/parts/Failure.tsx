// Problems of requests: what went wrong in the words of the API, and what to do next.
import { SitegrepError } from '@sitegrep/client';
import type { ReactNode } from 'react';
import { TEXT } from '../text.ts';

/** A state of a page: what it is, and what to do next. */
export function State(props: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly isBad?: boolean;
}) {
  return (
    <section
      className={props.isBad === true ? 'state bad-state' : 'state'}
      role={props.isBad ? 'alert' : undefined}
    >
      <h2>{props.title}</h2>
      {props.children}
    </section>
  );
}

/** An error of a request. */
export function Failure({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const requestId = error instanceof SitegrepError ? error.requestId : null;
  return (
    <State title={TEXT.failed.title} isBad>
      <p>{messageOf(error)}</p>
      {requestId !== null && (
        <p className="quiet">
          {TEXT.failed.request} <code>{requestId}</code>
        </p>
      )}
      {retry !== undefined && (
        <button type="button" className="button" onClick={retry}>
          {TEXT.failed.again}
        </button>
      )}
    </State>
  );
}

export function messageOf(error: unknown): string {
  if (!(error instanceof SitegrepError)) return error instanceof Error ? error.message : String(error);
  if (error.code === 'network' || error.code === 'timeout') return TEXT.failed.offline;
  if (error.code === 'forbidden') {
    const [, scope = ''] = /scope "(\w+)"/.exec(error.details) ?? [];
    return TEXT.refused.needs(scope);
  }
  if (error.retryAfterMs !== null)
    return `${error.details} ${TEXT.failed.busy(Math.ceil(error.retryAfterMs / 1_000))}`;
  return error.details;
}

/** Shown while something loads; it appears only after a moment. */
export function Loading({ lines = 4 }: { readonly lines?: number }) {
  return (
    <div className="stack tight" role="status">
      <span className="hidden-text">{TEXT.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className="skeleton" />
      ))}
    </div>
  );
}
