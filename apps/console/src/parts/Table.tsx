import type { ReactNode } from 'react';

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
  /** Its rows. */
  readonly children: ReactNode;
}

/** A table with a head, which scrolls within itself if it is wider than the page. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label={label}>
      <table>
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
