import { number, size } from '../format.ts';
import { Button } from '../parts/Button.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { IMPORTS_TEXT } from '../text/crawls.ts';
import type { Upload } from './use-upload.ts';

const WORDS = IMPORTS_TEXT;

interface SendingProps {
  readonly label: string;
  readonly hasFiles: boolean;
  readonly upload: Upload;
  readonly stop: () => void;
}

/** Buttons that start and stop an upload, and its progress. */
export function Sending({ label, hasFiles, upload, stop }: SendingProps) {
  return (
    <>
      <div className="row">
        <Button type="submit" look="primary" disabled={!hasFiles || upload.state === 'sending'}>
          {label}
        </Button>
        {upload.state === 'sending' && <Button onClick={stop}>{WORDS.stop}</Button>}
      </div>
      <Sent upload={upload} />
    </>
  );
}

/** Progress of an upload, and why it failed. */
function Sent({ upload }: { readonly upload: Upload }) {
  const { state, sent, total, problem } = upload;
  if (state === 'idle') return null;
  return (
    <div className="stack tight crawl-progress">
      <progress
        max={Math.max(1, total)}
        value={state === 'done' ? Math.max(1, total) : sent}
        aria-label={WORDS.progress}
      />
      <p role="status" className="quiet">
        {state === 'sending' && sent === total && total > 0
          ? WORDS.storing
          : WORDS.sent(size(sent), size(total), number(total === 0 ? 0 : Math.floor((100 * sent) / total)))}
      </p>
      {state === 'failed' && (
        <p role="alert" className="bad">
          <Foreign text={problem} />
        </p>
      )}
    </div>
  );
}
