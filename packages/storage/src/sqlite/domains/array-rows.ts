import type { SQLOutputValue, StatementSync } from 'node:sqlite';

/** Makes a statement return rows as arrays, which are hashed as they are. */
export function arrays(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true);
  return statement;
}

export function rowOf(
  statement: StatementSync,
  ...key: readonly (number | string)[]
): readonly SQLOutputValue[] | null {
  const row: unknown = statement.get(...key);
  return row === undefined ? null : asArray(row);
}

export function rowsOf(
  statement: StatementSync,
  ...key: readonly (number | string)[]
): readonly (readonly SQLOutputValue[])[] {
  const rows: readonly unknown[] = statement.all(...key);
  return rows.map(asArray);
}

function asArray(row: unknown): readonly SQLOutputValue[] {
  if (!Array.isArray(row)) throw new TypeError('a statement does not return arrays');
  const values: readonly SQLOutputValue[] = row;
  return values;
}
