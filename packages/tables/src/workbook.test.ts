import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import type { TypedColumn } from './column-kind.ts';
import { type Cells, workbookBytes, type WrittenRows } from './workbook.ts';

const COLUMNS = [
  { name: 'domain', kind: 'text' },
  { name: 'rank', kind: 'integer' },
  { name: 'visited', kind: 'time' },
  { name: 'whole', kind: 'boolean' },
] as const satisfies readonly TypedColumn[];

async function* eachOf(rows: readonly Cells[]): AsyncGenerator<Cells, void> {
  yield* rows;
}

async function bytesOf(pieces: AsyncGenerator<Uint8Array, void>): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(pieces));
}

test('cells have the types of their columns', async () => {
  const rows = [
    ['a.example', 412, '2026-01-02 03:04:05 +00:00', 'true'],
    ['b.example', null, null, 'false'],
    ['', 0, 'never', null],
  ];
  const workbook = await readXlsx(
    await bytesOf(workbookBytes({ name: 'domains', columns: COLUMNS, rows: eachOf(rows) })),
  );
  expect(workbook.sheets.map((sheet) => [sheet.name, sheet.rows])).toEqual([
    [
      'domains',
      [
        ['domain', 'rank', 'visited', 'whole'],
        ['a.example', 412, new Date(Date.UTC(2026, 0, 2, 3, 4, 5)), true],
        ['b.example', null, null, false],
        [null, 0, 'never', null],
      ],
    ],
  ]);
});

test('further tables follow on sheets of their own, empty ones too', async () => {
  const columns = COLUMNS.slice(0, 2);
  const further = [
    { name: 'none', columns, rows: eachOf([]) },
    { name: 'many', columns: COLUMNS.slice(0, 1), rows: eachOf(['x', 'y', 'z', 'q'].map((text) => [text])) },
  ];
  const rows = eachOf([['a.example', 1]]);
  const { sheets } = await readXlsx(
    await bytesOf(workbookBytes({ name: 'domains', columns, rows, further }, 4)),
  );
  expect(sheets.map((sheet) => [sheet.name, sheet.rows, sheet.autoFilter?.range])).toEqual([
    [
      'domains',
      [
        ['domain', 'rank'],
        ['a.example', 1],
      ],
      'A1:B2',
    ],
    ['none', [['domain', 'rank']], 'A1:B1'],
    ['many 1 of 2', [['domain'], ['x'], ['y'], ['z']], 'A1:A4'],
    ['many 2 of 2', [['domain'], ['q']], 'A1:A2'],
  ]);
});

test('columns after Z have two letters', async () => {
  const columns = Array.from({ length: 704 }, (_, index) => ({
    name: `n${index}`,
    kind: 'integer' as const,
  }));
  const rows = eachOf([columns.map((_, index) => index)]);
  const { sheets } = await readXlsx(await bytesOf(workbookBytes({ name: 'domains', columns, rows })));
  expect(sheets[0]?.rows[1]).toEqual(columns.map((_, index) => index));
  // A to Z, then AA to ZZ: 26 + 26 × 26 = 702; the last one is the second with three letters.
  expect(sheets[0]?.autoFilter?.range).toBe('A1:AAB2');
});

test.each([
  ['rows of one sheet', ['a', 'b'], { rows: 2, sheets: 1, cutCells: 0 }],
  ['a sheet that is full', ['a', 'b', 'c'], { rows: 3, sheets: 1, cutCells: 0 }],
  ['rows of two sheets', ['a', 'b', 'c', 'd'], { rows: 4, sheets: 2, cutCells: 0 }],
  [
    'texts that are too long',
    ['a'.repeat(40_000), 'b', 'c'.repeat(32_768)],
    { rows: 3, sheets: 1, cutCells: 2 },
  ],
  ['nothing', [], { rows: 0, sheets: 1, cutCells: 0 }],
])('says what was written: %s', async (_, texts, expected) => {
  let said: WrittenRows | null = null;
  const columns = COLUMNS.slice(0, 1);
  const rows = eachOf(texts.map((text) => [text]));
  const onWritten = (written: WrittenRows): void => {
    said = written;
  };
  await bytesOf(workbookBytes({ name: 'domains', columns, rows, onWritten }, 4));
  expect(said).toEqual(expected);
});

test('a failure before the first row comes before the first byte', async () => {
  async function* rows(): AsyncGenerator<Cells, void> {
    yield await Promise.reject(new Error('refused'));
  }
  await expect(workbookBytes({ name: 'domains', columns: COLUMNS, rows: rows() }).next()).rejects.toThrow(
    'refused',
  );
});

test('a failure on the way ends the file before its end, without which it is none', async () => {
  async function* rows(): AsyncGenerator<Cells, void> {
    for (let index = 0; index < 10_000; index += 1) yield [`${index}.example`, index, null, null];
    throw new Error('gone');
  }
  const pieces: Uint8Array[] = [];
  const reading = (async () => {
    for await (const piece of workbookBytes({ name: 'domains', columns: COLUMNS, rows: rows() }))
      pieces.push(piece);
  })();
  await expect(reading).rejects.toThrow('gone');
  expect(pieces.length).toBeGreaterThan(0);
  await expect(readXlsx(Buffer.concat(pieces))).rejects.toThrow('not a valid ZIP file');
});

test('rows are taken as the file is read, and no more once the reader has left', async () => {
  let [taken, isClosed] = [0, false];
  async function* rows(): AsyncGenerator<Cells, void> {
    try {
      for (;;) yield [`${(taken += 1)} ${'x'.repeat(1_000)} ${Math.sin(taken)}`, taken, null, null];
    } finally {
      isClosed = true;
    }
  }
  const workbook = workbookBytes({ name: 'domains', columns: COLUMNS, rows: rows() });
  for (let pieces = 0; pieces < 20; pieces += 1) await workbook.next();
  await workbook.return();
  // Endless rows would not leave the loop above; what is ahead of the reader is bounded by the buffers between.
  expect([isClosed, taken < 20_000]).toEqual([true, true]);
});

test('what fails behind the last row is the failure of the file', async () => {
  const properties = (): never => {
    throw new RangeError('no properties');
  };
  const rows = eachOf([['a.example', 1]]);
  const bytes = bytesOf(workbookBytes({ name: 'domains', columns: COLUMNS.slice(0, 2), rows, properties }));
  await expect(bytes).rejects.toThrow('no properties');
});
