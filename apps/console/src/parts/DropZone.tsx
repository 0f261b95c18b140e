import { type ReactNode, useRef, useState } from 'react';
import { Button } from './Button.tsx';

interface DropZoneProps {
  readonly label: string;
  /** Text beside the button. */
  readonly hint: string;
  readonly accept: string;
  readonly isMultiple?: boolean;
  /** Called with files that were chosen or dropped; one, unless it takes several. */
  readonly onFiles: (files: readonly [File, ...File[]]) => void;
  readonly before?: ReactNode;
  readonly children?: ReactNode;
}

/** A part of a form that files are dropped on, with a button to choose them, between what stands before and after it. */
export function DropZone(props: DropZoneProps) {
  const { label, hint, accept, isMultiple = false, onFiles, before, children } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (list: FileList | null): void => {
    const [first, ...others] = list ?? [];
    if (first !== undefined) onFiles(isMultiple ? [first, ...others] : [first]);
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
      {before}
      <p className="row">
        <Button onClick={() => input.current?.click()}>{label}</Button>
        <span className="quiet">{hint}</span>
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
      {children}
    </div>
  );
}
