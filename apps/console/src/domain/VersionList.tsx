import type { PageVersion } from '@sitegrep/client';
import { counted, momentText, size, timeOf } from '../format.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { VERSIONS_TEXT as WORDS } from '../text/versions.ts';

interface VersionListProps {
  /** The oldest first. */
  readonly versions: readonly PageVersion[];
  readonly onShow: (index: number) => void;
  /** Called for one that has another one before it. */
  readonly onCompare: (index: number) => void;
}

/** All versions, the newest first, with what leads to the source of each and to what changed with it. */
export function VersionList({ versions, onShow, onCompare }: VersionListProps) {
  const items = versions.map((version, index) => ({ version, index })).toReversed();
  const columns: readonly Column<(typeof items)[number]>[] = [
    { text: WORDS.first, cell: ({ version }) => momentText(timeOf(version.first_seen)) },
    {
      text: WORDS.last,
      cell: ({ version: { last_seen: last } }) =>
        last === null ? <span className="good">{WORDS.stands}</span> : momentText(timeOf(last)),
    },
    {
      text: WORDS.pageTitle,
      cell: ({ version: { title } }) => title !== null && <Foreign text={title} />,
    },
    { text: WORDS.size, isNumber: true, cell: ({ version: { bytes } }) => size(bytes) },
    {
      text: WORDS.show,
      cell: ({ version, index }) => {
        const of = <span className="hidden-text"> {WORDS.of(momentText(timeOf(version.first_seen)))}</span>;
        return (
          <span className="row">
            <button type="button" className="link-button" onClick={() => onShow(index)}>
              {WORDS.source}
              {of}
            </button>
            {index > 0 && (
              <button type="button" className="link-button" onClick={() => onCompare(index)}>
                {WORDS.changes}
                {of}
              </button>
            )}
          </span>
        );
      },
    },
  ];
  const name = WORDS.list(counted(versions.length, WORDS.version));
  return (
    <details>
      <summary>{name}</summary>
      <Table label={name} columns={columns} items={items} keyOf={({ version: { id } }) => id} />
    </details>
  );
}
