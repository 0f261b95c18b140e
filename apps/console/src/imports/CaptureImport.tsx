import { type PagesLine, SitegrepError } from '@sitegrep/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { detailsIn, upload as send } from '../api/upload.ts';
import { counted, number, size } from '../format.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { PAGES } from '../pages.ts';
import { IMPORTS_TEXT } from '../text/crawls.ts';
import { FileInput } from './FileInput.tsx';
import { Sending } from './Sending.tsx';
import { useUpload } from './use-upload.ts';

const WORDS = IMPORTS_TEXT;

/** Lines of pages that are stored are left out: a browser may read the answer only when it has sent all. */
const PATH = 'admin/pages?report=problems';
const ANYTHING = 'application/octet-stream';

/** Damaged records that are shown; the number of all of them stands beside. */
const MAX_SHOWN = 20;

type LineOf<Type extends PagesLine['type']> = Extract<PagesLine, { readonly type: Type }>;

/** A page that is damaged, and the file that has it. */
interface Damaged extends LineOf<'page'> {
  readonly file: string;
}

interface Progress {
  /** Outcome → number of pages, of the files before the one that is sent. */
  readonly ended: Readonly<Record<string, number>>;
  /** The same of the file that is sent. */
  readonly current: Readonly<Record<string, number>>;
  readonly bytes: number;
  readonly hasBegun: boolean;
  readonly damaged: readonly Damaged[];
  readonly damagedCount: number;
  /** Files that could not be read to their end, and why. */
  readonly unread: readonly (readonly [file: string, problem: string])[];
}

const NOTHING: Progress = {
  ended: {},
  current: {},
  bytes: 0,
  hasBegun: false,
  damaged: [],
  damagedCount: 0,
  unread: [],
};

function withLine(progress: Progress, file: string, line: PagesLine): Progress {
  switch (line.type) {
    case 'progress':
      return { ...progress, hasBegun: true, current: line.outcomes };
    case 'summary': {
      const { ended, bytes, unread } = progress;
      return {
        ...progress,
        hasBegun: true,
        ended: sumOf(ended, line.outcomes),
        current: {},
        bytes: bytes + line.source_bytes,
        unread: line.error === null ? unread : [...unread, [file, line.error]],
      };
    }
    case 'page':
      if (line.outcome !== 'broken' && line.outcome !== 'cut_off') return progress;
      return {
        ...progress,
        damagedCount: progress.damagedCount + 1,
        damaged: [...progress.damaged, { ...line, file }].slice(0, MAX_SHOWN),
      };
  }
}

function sumOf(
  some: Readonly<Record<string, number>>,
  others: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const names = new Set([...Object.keys(some), ...Object.keys(others)]);
  return Object.fromEntries([...names].map((name) => [name, (some[name] ?? 0) + (others[name] ?? 0)]));
}

/** Outcomes that are shown beside the number of stored pages, in their order. */
const SHOWN = [
  ['unchanged', WORDS.unchanged],
  ['older', WORDS.older],
  ['noindex', WORDS.noindex],
  ['blocked_domain', WORDS.blocked],
  ['site_full', WORDS.siteFull],
  ['crashed', WORDS.crashed],
] as const;

/** Reads captures (WARC, ARC, WACZ, HAR, JSON) into the index. */
export function CaptureImport() {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [progress, show] = useState(NOTHING);
  const [upload, start, stop] = useUpload();
  const { damaged, damagedCount, unread, bytes } = progress;
  const outcomes = sumOf(progress.ended, progress.current);
  const read = Object.values(outcomes).reduce((sum, count) => sum + count, 0);

  function begin(): void {
    show(NOTHING);
    start(async ({ onSent, signal }) => {
      const total = files.reduce((sum, file) => sum + file.size, 0);
      let before = 0;
      for (const file of files) {
        const part = before;
        await sendFile(file, signal, (sent) => onSent(Math.min(total, part + sent), total));
        before += file.size;
        onSent(before, total);
      }
    });
  }

  /** Sends a file; one that can't be read is named, and keeps no other from being sent. */
  async function sendFile(file: File, signal: AbortSignal, onSent: (bytes: number) => void): Promise<void> {
    let failure: string | null = null;
    let hasEnded = false;
    const onLine = (text: string): void => {
      failure = detailsIn(text);
      if (failure !== null) return;
      const line = JSON.parse(text) as PagesLine;
      hasEnded ||= line.type === 'summary';
      show((progress) => withLine(progress, file.name, line));
    };
    try {
      await send('sendPages', PATH, file, { 'content-type': ANYTHING }, { onSent, onLine, signal });
    } catch (error) {
      if (error instanceof SitegrepError && error.status === 400) {
        show((progress) => ({ ...progress, unread: [...progress.unread, [file.name, error.details]] }));
        return;
      }
      // The last line says why the connection was closed.
      throw failure === null ? error : new Error(failure);
    }
    if (!hasEnded) throw new Error(failure ?? WORDS.broken);
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
        accept=".warc,.arc,.wacz,.har,.jsonl,.ndjson,.gz,.zst"
        isMultiple
        files={files}
        onFiles={setFiles}
      />
      <Sending label={WORDS.importCaptures} hasFiles={files.length > 0} upload={upload} stop={stop} />
      {progress.hasBegun && (
        <p role="status">
          {WORDS.captured(counted(read, 'page'), number(outcomes['stored'] ?? 0), size(bytes))}
          {SHOWN.map(([outcome, words]) => {
            const count = outcomes[outcome] ?? 0;
            return count > 0 && ` · ${words(number(count))}`;
          })}
        </p>
      )}
      {unread.map(([file, problem]) => (
        <p key={file} className="bad">
          <Foreign text={file} />: <Foreign text={problem} />
        </p>
      ))}
      {damagedCount > 0 && (
        <details>
          <summary className="warning">{WORDS.damaged(counted(damagedCount, 'record'))}</summary>
          <ul className="stack tight">
            {damaged.map((record) => (
              <li key={JSON.stringify(record)}>
                <Foreign text={record.file} /> <span className="quiet">{record.offset}</span>{' '}
                <Foreign text={record.url ?? ''} className="mono" /> <Foreign text={record.reason ?? ''} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {upload.state === 'done' && (
        <div>
          <Link to="/search" className="button">
            {PAGES.search.title}
          </Link>
        </div>
      )}
    </form>
  );
}
