// Problems of requests: what went wrong in the words of the API, and what to do next.
import { SitegrepError } from '@sitegrep/client';
import type { ReactNode } from 'react';
import { messageOf } from '../api/message.ts';
import { TEXT } from '../text.ts';
import { Button } from './Button.tsx';

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
      {retry !== undefined && <Button onClick={retry}>{TEXT.failed.again}</Button>}
    </State>
  );
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

/** Brings a text into view: a form may be longer than its dialog. */
function show(text: HTMLElement | null): void {
  text?.scrollIntoView({ block: 'nearest' });
}

/** A problem of a form or an act; null: there is none. */
export function Problem({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <p ref={show} className="bad" role="alert">
      {text}
    </p>
  );
}
