import { Fragment, type ReactNode } from 'react';
import { number } from '../format.ts';
import { shownLines } from '../parts/Foreign.tsx';
import { VERSIONS_TEXT as WORDS } from '../text/versions.ts';
import { type DiffHunk, type DiffLine, type DiffRow, differingIn, rowsOf } from './unified-diff.ts';
import type { Look } from './version-choice.ts';

interface DiffTableProps {
  readonly hunks: readonly DiffHunk[];
  readonly look: Look;
  /** Lines that are shown. */
  readonly limit: number;
}

/** The lines of a difference: both sources beside each other, or removed lines above added ones. */
export function DiffTable({ hunks, look, limit }: DiffTableProps) {
  const shown = within(hunks, limit);
  const isSplit = look === 'split';
  return (
    <table className={isSplit ? 'diff split' : 'diff'}>
      <colgroup>
        <col className="line-number" />
        {isSplit && <col />}
        <col className="line-number" />
        <col />
      </colgroup>
      <thead className="hidden-text">
        <tr>
          <th scope="col">{WORDS.lineNumbers.a}</th>
          {isSplit && <th scope="col">{WORDS.texts.a}</th>}
          <th scope="col">{WORDS.lineNumbers.b}</th>
          <th scope="col">{isSplit ? WORDS.texts.b : WORDS.texts.both}</th>
        </tr>
      </thead>
      {shown.map((hunk, index) => (
        <tbody key={index}>
          {hunk.skipped > 0 && (
            <tr className="skipped">
              <td colSpan={isSplit ? 4 : 3}>{WORDS.skipped(number(hunk.skipped))}</td>
            </tr>
          )}
          {isSplit ? <SplitRows rows={rowsOf(hunk)} /> : <UnifiedRows rows={rowsOf(hunk)} />}
        </tbody>
      ))}
    </table>
  );
}

/** The first lines of hunks. */
function within(hunks: readonly DiffHunk[], limit: number): readonly DiffHunk[] {
  const shown: DiffHunk[] = [];
  let left = limit;
  for (const { lines, skipped } of hunks) {
    if (left <= 0) break;
    shown.push({ skipped, lines: lines.slice(0, left) });
    left -= lines.length;
  }
  return shown;
}

function SplitRows({ rows }: { readonly rows: readonly DiffRow[] }) {
  return rows.map(({ left, right, note }, index) =>
    note === null ? (
      <tr key={index}>
        <NumberCell line={left} at="a" />
        <TextCell line={left} other={right} />
        <NumberCell line={right} at="b" />
        <TextCell line={right} other={left} />
      </tr>
    ) : (
      <NoteRow key={index} note={note} columns={4} />
    ),
  );
}

function UnifiedRows({ rows }: { readonly rows: readonly DiffRow[] }) {
  // Rows of lines that differ follow each other: all that were removed come before what was added.
  const groups: { readonly rows: DiffRow[]; readonly isEqual: boolean }[] = [];
  for (const row of rows) {
    const isEqual = row.note !== null || row.left?.kind === 'equal';
    const last = groups.at(-1);
    if (last === undefined || last.isEqual || isEqual) groups.push({ rows: [row], isEqual });
    else last.rows.push(row);
  }
  return groups.map((group, index) => (
    <Fragment key={index}>
      {group.rows.map(({ left, right, note }, row) =>
        note !== null ? (
          <NoteRow key={row} note={note} columns={3} />
        ) : left === null ? null : (
          <UnifiedRow key={row} line={left} other={right} />
        ),
      )}
      {!group.isEqual &&
        group.rows.map(({ left, right }, row) =>
          right === null ? null : <UnifiedRow key={`+${row}`} line={right} other={left} />,
        )}
    </Fragment>
  ));
}

function UnifiedRow({ line, other }: { readonly line: DiffLine; readonly other: DiffLine | null }) {
  return (
    <tr>
      <NumberCell line={line} at="a" />
      <NumberCell line={line} at="b" />
      <TextCell line={line} other={other} />
    </tr>
  );
}

function NumberCell({ line, at }: { readonly line: DiffLine | null; readonly at: 'a' | 'b' }) {
  return <td className={`line-number ${line?.kind ?? 'none'}`}>{line?.[at] ?? ''}</td>;
}

const SIGNS = { equal: ' ', removed: '−', added: '+' } as const;

function TextCell({ line, other }: { readonly line: DiffLine | null; readonly other: DiffLine | null }) {
  if (line === null) return <td className="none" />;
  const { kind, text } = line;
  return (
    <td className={kind} dir="ltr">
      <span className="sign" aria-hidden="true">
        {SIGNS[kind]}
      </span>
      {kind !== 'equal' && <span className="hidden-text">{WORDS[kind]} </span>}
      <code>
        {kind === 'equal' || other === null ? shownLines(withoutReturn(text)) : marked(line, other)}
      </code>
    </td>
  );
}

/** The text of a line with what differs from another one marked. */
function marked(line: DiffLine, other: DiffLine): ReactNode {
  const [own, beside] = [withoutReturn(line.text), withoutReturn(other.text)];
  const differing = differingIn(own, beside);
  if (differing === null || differing.from === differing.aTo) return shownLines(own);
  const { from, aTo } = differing;
  const tag = line.kind === 'added' ? 'ins' : 'del';
  const Tag = tag;
  return (
    <>
      {shownLines(own.slice(0, from))}
      <Tag>{shownLines(own.slice(from, aTo))}</Tag>
      {shownLines(own.slice(aTo))}
    </>
  );
}

/** A line without the carriage return of its end. */
function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

function NoteRow({ note, columns }: { readonly note: string; readonly columns: number }) {
  return (
    <tr className="note">
      <td colSpan={columns}>{note}</td>
    </tr>
  );
}
