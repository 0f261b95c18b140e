import { useRef, useState } from 'react';
import { size } from '../format.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { IMPORTS_TEXT } from '../text/crawls.ts';

const WORDS = IMPORTS_TEXT;

interface FileInputProps {
  readonly label: string;
  readonly accept: string;
  readonly isMultiple?: boolean;
  readonly files: readonly File[];
  readonly onFiles: (files: readonly File[]) => void;
}

/** Files that are chosen or dropped. */
export function FileInput({ label, accept, isMultiple = false, files, onFiles }: FileInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (list: FileList | null): void => {
    const chosen = [...(list ?? [])].slice(0, isMultiple ? undefined : 1);
    // The order of a crawl's files is that of their names.
    if (chosen.length > 0) onFiles(chosen.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  };
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
        take(event.dataTransfer.files);
      }}
    >
      <p className="row">
        <button type="button" className="button" onClick={() => input.current?.click()}>
          {label}
        </button>
        <span className="quiet">{WORDS.drop}</span>
        <input
          ref={input}
          type="file"
          hidden
          accept={accept}
          multiple={isMultiple}
          aria-label={label}
          onChange={({ target }) => take(target.files)}
        />
      </p>
      {files.length > 0 && (
        <ul className="stack tight">
          {files.map((file) => (
            <li key={file.name} className="row">
              <Foreign text={file.name} /> <span className="quiet">{size(file.size)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
