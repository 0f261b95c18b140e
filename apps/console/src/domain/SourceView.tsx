import { useEffect, useRef } from 'react';
import type { Match } from '../query/needles.ts';
import { type Editor, openEditor } from './editor.ts';
import './domain.css';

/** Marks at the side of a source: more of them would lie upon each other. */
const MAX_MARKS = 400;

interface SourceViewProps {
  readonly text: string;
  readonly label: string;
  readonly isWrapped: boolean;
  readonly matches: readonly Match[];
  /** Index of the match that is looked at; -1: none. */
  readonly current: number;
  /** Position to be shown; null: that of the match. */
  readonly offset: number | null;
  readonly onMatch?: (index: number) => void;
}

/** A source as text, with its matches in it and beside it. */
export function SourceView(props: SourceViewProps) {
  const { text, label, isWrapped, matches, current, offset, onMatch } = props;
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  useEffect(() => {
    if (parent.current === null) return;
    const opened = openEditor(parent.current, text, label);
    editor.current = opened;
    return () => {
      editor.current = null;
      opened.close();
    };
  }, [text, label]);
  useEffect(() => editor.current?.wrap(isWrapped), [isWrapped]);
  useEffect(() => {
    editor.current?.mark(matches, current);
    const match = matches[current];
    if (match !== undefined) editor.current?.show(match.from, match.to);
  }, [text, matches, current]);
  useEffect(() => {
    if (offset !== null) editor.current?.show(offset, offset);
  }, [offset]);
  const step = Math.max(1, Math.ceil(matches.length / MAX_MARKS));
  return (
    <div className="source-view">
      <div ref={parent} className="source-text" />
      <div className="minimap" aria-hidden="true">
        {matches.map((match, index) =>
          index % step === 0 ? (
            <button
              key={match.from}
              type="button"
              tabIndex={-1}
              style={{ insetBlockStart: `${(100 * match.from) / Math.max(1, text.length)}%` }}
              onClick={() => onMatch?.(index)}
            />
          ) : null,
        )}
      </div>
    </div>
  );
}
