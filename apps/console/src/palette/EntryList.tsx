import { useLayoutEffect, useRef } from 'react';
import { shownCharacters } from '../parts/Foreign.tsx';
import { PALETTE_TEXT as WORDS } from '../text/palette.ts';
import type { Entry, EntryGroup } from './entries.ts';

interface EntryListProps {
  readonly id: string;
  readonly groups: readonly EntryGroup[];
  /** Index of the chosen entry, of all groups. */
  readonly chosen: number;
  readonly onTake: (entry: Entry) => void;
}

export function optionId(list: string, index: number): string {
  return `${list}-${index}`;
}

/** The entries in their groups, of which one is chosen. */
export function EntryList({ id, groups, chosen, onTake }: EntryListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });
  const starts = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, { entries }) => sum + entries.length, 0),
  );
  return (
    <div ref={list} id={id} className="palette-list" role="listbox" aria-label={WORDS.title}>
      {groups.map(({ group, entries, isCut }, index) => (
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <p id={`${id}-${group}`} className="palette-group quiet" role="presentation">
            {WORDS.groups[group]}
          </p>
          {entries.map((entry, position) => {
            const at = (starts[index] ?? 0) + position;
            return (
              <div
                key={entry.id}
                id={optionId(id, at)}
                className="palette-entry"
                role="option"
                aria-selected={at === chosen}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onTake(entry)}
              >
                <bdi dir="auto">{shownCharacters(entry.name)}</bdi>
                {entry.detail !== undefined && (
                  <bdi className="palette-detail quiet" dir="auto">
                    {shownCharacters(entry.detail)}
                  </bdi>
                )}
                {entry.keys !== undefined && (
                  <span className="palette-keys">
                    {entry.keys.split(' ').map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </span>
                )}
              </div>
            );
          })}
          {isCut && (
            <p className="palette-group quiet" role="presentation">
              {WORDS.more}
            </p>
          )}
        </div>
      ))}
    </div>
  );
}
