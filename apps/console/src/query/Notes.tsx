import type { QueryNote } from '@sitegrep/client';
import { notesToShow } from '@sitegrep/search/notes';
import { useState } from 'react';
import { Foreign } from '../parts/Foreign.tsx';
import { totalText } from '../search/criteria.ts';
import { TEXT } from '../text.ts';

/** Part of an answer that is shown below the field. */
export interface Noted {
  readonly notes: readonly QueryNote[];
  readonly total_count: number;
}

const NOTHING: Noted = { notes: [], total_count: 0 };

interface NotesProps {
  /** Null: there is nothing to note; undefined: the answer is awaited. */
  readonly answer: Noted | null | undefined;
  readonly onChoose: (query: string) => void;
}

/** Notes on how a query is read, where that may not be what was meant. While an answer is awaited, the last ones keep their space. */
export function Notes({ answer, onChoose }: NotesProps) {
  const [kept, keep] = useState(NOTHING);
  const known = answer === null ? NOTHING : answer;
  if (known !== undefined && known !== kept) keep(known);
  const { notes, total_count: total } = known ?? kept;
  return (
    <ul className={answer === undefined ? 'query-notes waiting' : 'query-notes'} aria-live="polite">
      {notesToShow(notes, total).map((note) => (
        <li key={`${note.code} ${note.message}`}>
          <Foreign text={note.message} className="quiet" />
          {note.query !== null && <Meant note={note} query={note.query} onChoose={onChoose} />}
        </li>
      ))}
    </ul>
  );
}

/** A button that searches for what is perhaps meant. */
function Meant(props: {
  readonly note: QueryNote;
  readonly query: string;
  readonly onChoose: (query: string) => void;
}) {
  const { note, query, onChoose } = props;
  const isLiteral = note.code === 'as_it_stands';
  return (
    <button type="button" className="link-button" title={query} onClick={() => onChoose(query)}>
      {isLiteral ? (
        TEXT.notes.literal
      ) : (
        <>
          {TEXT.notes.meant} <Foreign text={query} className="mono" />
        </>
      )}
      {note.total_count !== null && `: ${totalText(note.total_count, 'domain')}`}
    </button>
  );
}
