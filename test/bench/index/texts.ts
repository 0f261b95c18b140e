import { closeSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Content of texts.bin: the pages of all documents one after the other, the entire corpus `copies` times. */
export interface TextsTable {
  /** Identity of the sources. Texts are reused for the same sources only. */
  readonly madeOf: string;
  readonly copies: number;
  /** Bytes of each page of each document of each copy. */
  readonly lengths: readonly (readonly number[])[];
  /** Seconds of folding and encoding the pages of the first copy. */
  readonly foldSeconds: number;
}

/** A site: its pages as folded UTF-8. */
export interface TextDocument {
  /** Counted from 0. */
  readonly number: number;
  readonly pages: readonly Buffer[];
}

const TEXTS = 'texts.bin';
const TABLE = 'texts.json';

/** Writes texts.bin; without `finish` there are no texts. */
export class TextsWriter {
  readonly #folder: string;
  readonly #file: number;
  readonly #lengths: number[][] = [];

  constructor(folder: string) {
    this.#folder = folder;
    this.#file = openSync(join(folder, TEXTS), 'w');
  }

  add(pages: readonly Buffer[]): void {
    for (const page of pages) writeSync(this.#file, page);
    this.#lengths.push(pages.map(({ length }) => length));
  }

  finish(table: Omit<TextsTable, 'lengths'>): void {
    closeSync(this.#file);
    const whole: TextsTable = { ...table, lengths: this.#lengths };
    writeFileSync(join(this.#folder, TABLE), JSON.stringify(whole));
  }
}

export function readTable(folder: string): TextsTable {
  return JSON.parse(readFileSync(join(folder, TABLE), 'utf8')) as TextsTable;
}

interface Range {
  readonly at: number;
  readonly length: number;
}

/** The first copies of the corpus. */
export class Texts {
  readonly pages: number;
  /** Bytes of all pages. */
  readonly bytes: number;
  /** Seconds of folding one copy. */
  readonly foldSeconds: number;
  readonly #file: number;
  readonly #documents: readonly (readonly Range[])[];
  readonly #firstCopy: readonly Range[];
  #buffer = Buffer.alloc(0);

  constructor(folder: string, copies: number) {
    const table = readTable(folder);
    if (copies > table.copies) throw new RangeError(`${folder} has ${table.copies} copies, not ${copies}`);
    const ofCopy = table.lengths.length / table.copies;
    let at = 0;
    this.#documents = table.lengths.slice(0, ofCopy * copies).map((lengths) =>
      lengths.map((length) => {
        at += length;
        return { at: at - length, length };
      }),
    );
    this.#firstCopy = this.#documents.slice(0, ofCopy).flat();
    this.pages = this.#firstCopy.length * copies;
    this.bytes = at;
    this.foldSeconds = table.foldSeconds;
    this.#file = openSync(join(folder, TEXTS), 'r');
  }

  get documents(): number {
    return this.#documents.length;
  }

  /** All documents in their order, so many at a time; their bytes are good until the next are asked for. */
  *batches(size: number): Generator<readonly TextDocument[], void, undefined> {
    for (let first = 0; first < this.#documents.length; first += size) {
      const batch = this.#documents.slice(first, first + size);
      const from = batch[0]?.[0]?.at ?? 0;
      const bytes = this.#read(
        from,
        batch.flat().reduce((sum, { length }) => sum + length, 0),
      );
      yield batch.map((pages, index) => ({
        number: first + index,
        pages: pages.map(({ at, length }) => bytes.subarray(at - from, at - from + length)),
      }));
    }
  }

  /** The n-th page of the first copy, counted round and round. */
  page(n: number): string {
    const { at, length } = this.#firstCopy[n % this.#firstCopy.length] ?? { at: 0, length: 0 };
    return this.#read(at, length).toString();
  }

  close(): void {
    closeSync(this.#file);
  }

  #read(at: number, length: number): Buffer {
    if (this.#buffer.length < length) this.#buffer = Buffer.allocUnsafeSlow(length);
    const bytes = this.#buffer.subarray(0, length);
    for (let done = 0; done < length;) {
      const read = readSync(this.#file, bytes, done, length - done, at + done);
      if (read === 0) throw new Error(`${TEXTS} is shorter than ${TABLE} says`);
      done += read;
    }
    return bytes;
  }
}
