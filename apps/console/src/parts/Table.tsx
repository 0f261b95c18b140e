import type { CSSProperties, ReactNode } from 'react';

export interface Column<Item> {
  readonly text: string;
  /** Content of its cell for an item. */
  readonly cell: (item: Item, index: number) => ReactNode;
  /** Whether the cells of the column are numbers. */
  readonly isNumber?: boolean;
  /** Whether the name of the column is for screen readers alone, as above buttons. */
  readonly isHidden?: boolean;
  readonly className?: (item: Item) => string;
}

interface TableProps<Item> {
  /** Name of the table. */
  readonly label: string;
  readonly columns: readonly Column<Item>[];
  readonly className?: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
}

/** A table with a head, which scrolls within itself if it is wider than the page. On a phone each row is a card, with the names of its columns. */
export function Table<Item>({ label, columns, className = '', items, keyOf }: TableProps<Item>) {
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label={label}>
      <table className={`cards ${className}`} style={namesOf(columns)}>
        <thead>
          <tr>
            {columns.map(({ text, isNumber, isHidden }) => (
              <th key={text} scope="col" className={isNumber === true ? 'number' : undefined}>
                {isHidden === true ? <span className="hidden-text">{text}</span> : text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item, index) => (
            <tr key={keyOf(item)}>
              {columns.map(({ text, cell, isNumber, className: look }) => (
                <td key={text} className={isNumber === true ? 'number' : look?.(item)}>
                  {cell(item, index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Names of columns for the style sheet, which shows them beside the cells of a card. */
function namesOf(columns: readonly Pick<Column<never>, 'text' | 'isHidden'>[]): CSSProperties {
  return Object.fromEntries(
    columns.map(({ text, isHidden }, index) => [
      `--column-${index + 1}`,
      isHidden === true ? "''" : JSON.stringify(text),
    ]),
  );
}
