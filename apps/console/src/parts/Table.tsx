import type { CSSProperties, ReactNode } from 'react';

interface Column {
  readonly text: string;
  /** Whether the cells of the column are numbers. */
  readonly isNumber?: boolean;
  /** Whether the name of the column is for screen readers alone, as above buttons. */
  readonly isHidden?: boolean;
}

interface TableProps {
  /** Name of the table. */
  readonly label: string;
  readonly columns: readonly Column[];
  readonly className?: string;
  /** Its rows. */
  readonly children: ReactNode;
}

/** A table with a head, which scrolls within itself if it is wider than the page. On a phone each row is a card, with the names of its columns. */
export function Table({ label, columns, className = '', children }: TableProps) {
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
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Names of columns for the style sheet, which shows them beside the cells of a card. */
function namesOf(columns: readonly Column[]): CSSProperties {
  return Object.fromEntries(
    columns.map(({ text, isHidden }, index) => [
      `--column-${index + 1}`,
      isHidden === true ? "''" : JSON.stringify(text),
    ]),
  );
}
