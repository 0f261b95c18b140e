import { useRef, useState } from 'react';
import { counted, size } from '../format.ts';
import { TEXT } from '../text.ts';

const WORDS = TEXT.crawls;

interface SitesInputProps {
  readonly list: string | File;
  readonly onList: (list: string | File) => void;
}

/** A list of sites: typed, pasted, dropped or chosen. */
export function SitesInput({ list, onList }: SitesInputProps) {
  const file = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const lines = typeof list === 'string' ? list.split('\n').filter((line) => line.trim() !== '').length : 0;
  return (
    <div
      className={isOver ? 'sites-input over' : 'sites-input'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [dropped] = event.dataTransfer.files;
        if (dropped !== undefined) onList(dropped);
      }}
    >
      {typeof list === 'string' ? (
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
          <button type="button" className="button plain" onClick={() => onList('')}>
            ✕<span className="hidden-text">{TEXT.cancel}</span>
          </button>
        </p>
      )}
      <p className="row">
        <button type="button" className="button" onClick={() => file.current?.click()}>
          {WORDS.file}
        </button>
        <span className="quiet">{WORDS.drop}</span>
        <input
          ref={file}
          type="file"
          hidden
          accept=".txt,.csv,.gz,text/plain,text/csv"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen !== undefined) onList(chosen);
          }}
        />
        {lines > 0 && <span role="status">{WORDS.preview(counted(lines, 'line'))}</span>}
      </p>
    </div>
  );
}
