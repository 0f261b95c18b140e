import { counted, size } from '../format.ts';
import { Button } from '../parts/Button.tsx';
import { DropZone } from '../parts/DropZone.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { TEXT } from '../text.ts';
import { CRAWLS_TEXT } from '../text/crawls.ts';
import { useListPreview } from './list-preview.ts';
import { messageOf } from '../api/message.ts';
import { Rejected } from './Rejected.tsx';

const WORDS = CRAWLS_TEXT;

interface SitesInputProps {
  readonly list: string | File;
  readonly onList: (list: string | File) => void;
}

/** A list of sites: typed, pasted, dropped or chosen. */
export function SitesInput({ list, onList }: SitesInputProps) {
  return (
    <DropZone
      label={WORDS.file}
      hint={WORDS.drop}
      accept=".txt,.csv,.ndjson,.jsonl,.gz,text/plain,text/csv"
      onFiles={([file]) => onList(file)}
      before={
        typeof list === 'string' ? (
          <label className="field">
            {WORDS.list}
            <textarea
              className="input"
              rows={5}
              value={list}
              spellCheck={false}
              placeholder={'example.com\nhttps://example.org/shop'}
              onChange={(event) => onList(event.target.value)}
            />
          </label>
        ) : (
          <p className="row">
            <bdi>{list.name}</bdi> <span className="quiet">{size(list.size)}</span>
            <Button look="plain" onClick={() => onList('')}>
              ✕<span className="hidden-text">{TEXT.cancel}</span>
            </Button>
          </p>
        )
      }
    >
      <Preview list={list} />
    </DropZone>
  );
}

/** The sites of the list by the rules of the API. */
function Preview({ list }: { readonly list: string | File }) {
  const previewed = useListPreview(list);
  if (previewed.state === 'none') return null;
  if (previewed.state === 'reading')
    return (
      <p role="status" className="quiet">
        {WORDS.reading}
      </p>
    );
  if (previewed.state === 'refused')
    return (
      <p role="alert" className="warning">
        <Foreign text={messageOf(previewed.error)} />
      </p>
    );
  const { sites, repeated, rejected } = previewed.preview;
  const again = repeated === 0 ? '' : WORDS.repeated(counted(repeated, 'line'));
  return (
    <div className="stack tight">
      <p role="status">{WORDS.preview(counted(sites, 'site'), again)}</p>
      <Rejected rejected={rejected} />
    </div>
  );
}
