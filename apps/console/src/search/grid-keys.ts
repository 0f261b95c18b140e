// Arrow keys in a list whose rows have two buttons each.
export interface Cell {
  readonly row: number;
  readonly column: 0 | 1;
}

/** Cell that a key leads to; null: it leads to none. */
export function cellAfter(key: string, { row, column }: Cell, rows: number): Cell | null {
  const last = rows - 1;
  switch (key) {
    case 'ArrowDown':
      return { row: Math.min(last, row + 1), column };
    case 'ArrowUp':
      return { row: Math.max(0, row - 1), column };
    case 'ArrowRight':
      return { row, column: 1 };
    case 'ArrowLeft':
      return { row, column: 0 };
    case 'Home':
      return { row: 0, column };
    case 'End':
      return { row: last, column };
    default:
      return null;
  }
}
