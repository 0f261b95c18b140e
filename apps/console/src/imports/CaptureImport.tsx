import { type PagesLine, SitegrepError } from '@sitegrep/client';
import { useState } from 'react';
import { detailsIn } from '../api/details.ts';
import { upload as send } from '../api/upload.ts';
import { counted, number, size } from '../format.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { PAGES } from '../pages.ts';
import { Link } from '../parts/Link.tsx';
import { IMPORTS_TEXT as WORDS } from '../text/crawls.ts';
import {
  type CaptureProgress,
  NOTHING,
  outcomesOf,
  positionsOf,
  withLine,
  withUnread,
} from './capture-progress.ts';
import { FileInput } from './FileInput.tsx';
import { Sending } from './Sending.tsx';
import { useUpload } from './use-upload.ts';

/** Lines of pages that are stored are left out: a browser may read the answer only when it has sent all. */
const PATH = 'admin/pages?report=problems';
const ANYTHING = 'application/octet-stream';

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

  function begin(): void {
    show(NOTHING);
    start(async ({ onSent, signal }) => {
      const { before, total } = positionsOf(files.map(({ size: bytes }) => bytes));
      for (const [index, file] of files.entries()) {
        const from = before[index] ?? 0;
        await sendFile(file, {
          change: show,
          signal,
          onSent: (sent) => onSent(Math.min(total, from + sent), total),
        });
        onSent(from + file.size, total);
      }
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
        accept=".warc,.arc,.wacz,.har,.jsonl,.ndjson,.gz,.zst"
        isMultiple
        files={files}
        onFiles={setFiles}
      />
      <Sending label={WORDS.importCaptures} hasFiles={files.length > 0} upload={upload} stop={stop} />
      {progress.hasBegun && <Outcomes progress={progress} />}
      {progress.unread.map(([file, problem]) => (
        <p key={file} className="bad">
          <Foreign text={file} />: <Foreign text={problem} />
        </p>
      ))}
      <Damages progress={progress} />
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

/** Sends a file; one that can't be read is named, and keeps no other from being sent. */
async function sendFile(
  file: File,
  watch: {
    readonly change: (change: (before: CaptureProgress) => CaptureProgress) => void;
    readonly signal: AbortSignal;
    readonly onSent: (bytes: number) => void;
  },
): Promise<void> {
  const { change, signal, onSent } = watch;
  let failure: string | null = null;
  let hasEnded = false;
  const onLine = (text: string): void => {
    failure = detailsIn(text);
    if (failure !== null) return;
    const line = JSON.parse(text) as PagesLine;
    hasEnded ||= line.type === 'summary';
    change((progress) => withLine(progress, file.name, line));
  };
  try {
    await send('sendPages', PATH, file, { 'content-type': ANYTHING }, { onSent, onLine, signal });
  } catch (error) {
    if (error instanceof SitegrepError && error.status === 400) {
      change((progress) => withUnread(progress, file.name, error.details));
      return;
    }
    // The last line says why the connection was closed.
    throw failure === null ? error : new Error(failure);
  }
  if (!hasEnded) throw new Error(failure ?? WORDS.broken);
}

function Outcomes({ progress }: { readonly progress: CaptureProgress }) {
  const outcomes = outcomesOf(progress);
  const read = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  return (
    <p role="status">
      {WORDS.captured(counted(read, 'page'), number(outcomes['stored'] ?? 0), size(progress.bytes))}
      {SHOWN.map(([outcome, words]) => {
        const count = outcomes[outcome] ?? 0;
        return count > 0 && ` · ${words(number(count))}`;
      })}
    </p>
  );
}

/** Damaged records: how many, and the first few with what is wrong. */
function Damages({ progress: { damaged, damagedCount } }: { readonly progress: CaptureProgress }) {
  if (damagedCount === 0) return null;
  return (
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
  );
}
