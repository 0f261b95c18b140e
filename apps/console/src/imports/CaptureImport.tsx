import type { ImportEvent } from '@sitegrep/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { detailsIn, upload as send } from '../api/upload.ts';
import { counted, number, size } from '../format.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { TEXT } from '../text.ts';
import { IMPORTS_TEXT } from '../text/crawls.ts';
import { FileInput } from './FileInput.tsx';
import { Sending } from './Sending.tsx';
import { useUpload } from './use-upload.ts';

const WORDS = IMPORTS_TEXT;

/** Damaged records that are shown; the number of all of them stands beside. */
const MAX_SHOWN = 20;

type EventOf<Type extends ImportEvent['type']> = Extract<ImportEvent, { readonly type: Type }>;

interface Progress {
  readonly counts: Omit<EventOf<'end'>, 'type'> | null;
  readonly damaged: readonly EventOf<'damaged'>[];
  readonly damagedCount: number;
  /** Files that could not be read to their end. */
  readonly unread: readonly EventOf<'file'>[];
  readonly hasEnded: boolean;
}

const NOTHING: Progress = { counts: null, damaged: [], damagedCount: 0, unread: [], hasEnded: false };

function withEvent(progress: Progress, event: ImportEvent): Progress {
  switch (event.type) {
    case 'progress':
      return { ...progress, counts: event };
    case 'end':
      return { ...progress, counts: event, hasEnded: true };
    case 'damaged':
      return {
        ...progress,
        damagedCount: progress.damagedCount + 1,
        damaged: [...progress.damaged, event].slice(0, MAX_SHOWN),
      };
    case 'file':
      return event.error === null ? progress : { ...progress, unread: [...progress.unread, event] };
    case 'stored':
      return progress;
  }
}

/** Reads captures (WARC, ARC, WACZ, HAR, JSON) into the index. */
export function CaptureImport() {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [progress, show] = useState(NOTHING);
  const [upload, start, stop] = useUpload();
  const { counts, damaged, damagedCount, unread } = progress;

  function begin(): void {
    show(NOTHING);
    start(async (sending) => {
      const body = new FormData();
      for (const file of files) body.append('file', file, file.name);
      let failure: string | null = null;
      let hasEnded = false;
      const onLine = (line: string): void => {
        failure = detailsIn(line);
        if (failure !== null) return;
        const event = JSON.parse(line) as ImportEvent;
        hasEnded ||= event.type === 'end';
        show((before) => withEvent(before, event));
      };
      try {
        await send('importCaptures', 'admin/imports', body, {}, { ...sending, onLine });
      } catch (error) {
        // The last line says why the connection was closed.
        throw failure === null ? error : new Error(failure);
      }
      if (!hasEnded) throw new Error(failure ?? WORDS.broken);
    });
  }

  return (
    <form
      className="stack submission"
      aria-label={WORDS.captures}
      onSubmit={(event) => {
        event.preventDefault();
        begin();
      }}
    >
      <h2>{WORDS.captures}</h2>
      <p className="quiet">{WORDS.capturesLead}</p>
      <FileInput
        label={WORDS.chooseCaptures}
        accept=".warc,.arc,.wacz,.gz,.zst"
        isMultiple
        files={files}
        onFiles={setFiles}
      />
      <Sending label={WORDS.importCaptures} hasFiles={files.length > 0} upload={upload} stop={stop} />
      {counts !== null && (
        <p role="status">
          {WORDS.captured(
            counted(counts.pages_read, 'page'),
            number(counts.pages_stored),
            size(counts.source_bytes),
          )}
          {counts.pages_unchanged > 0 && ` · ${WORDS.unchanged(number(counts.pages_unchanged))}`}
          {counts.pages_noindex > 0 && ` · ${WORDS.noindex(number(counts.pages_noindex))}`}
          {counts.pages_blocked > 0 && ` · ${WORDS.blocked(number(counts.pages_blocked))}`}
          {counts.pages_crashed > 0 && ` · ${WORDS.crashed(number(counts.pages_crashed))}`}
        </p>
      )}
      {unread.map(({ file, error }) => (
        <p key={file} className="bad">
          <Foreign text={file} />: <Foreign text={error ?? ''} />
        </p>
      ))}
      {damagedCount > 0 && (
        <details>
          <summary className="warning">{WORDS.damaged(counted(damagedCount, 'record'))}</summary>
          <ul className="stack tight">
            {damaged.map((record) => (
              <li key={JSON.stringify(record)}>
                <Foreign text={record.file} /> <span className="quiet">{record.offset}</span>{' '}
                <Foreign text={record.uri ?? ''} className="mono" /> <Foreign text={record.problem} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {upload.state === 'done' && (
        <div>
          <Link to="/search" className="button">
            {TEXT.rail.search}
          </Link>
        </div>
      )}
    </form>
  );
}
