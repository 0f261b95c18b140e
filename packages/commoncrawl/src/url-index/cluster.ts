// The list of blocks of the URL index, cluster.idx: a line for each block, with the key of its first record, in the order
// of keys. It has 100 MB, so it is searched by halving for some hosts, and read once for many.
import { IndexUnreadable } from '../errors.ts';
import type { CrawlFiles } from '../files.ts';
import { urlIndexPath } from '../paths.ts';
import { mayHave, rangesOf, type SelectedSites } from '../selection.ts';
import { keyOfLine } from './cdx-line.ts';

/** A block of a file of the index: a member of gzip, with some thousand lines. */
export interface IndexBlock {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

/** Hosts up to which the list is searched by halving. */
const MAX_SEARCHED = 4;
/** Bytes that are read to know a key in the middle of the list. */
const LOOK_BYTES = 8 * 1024;
/** Bytes from which on a part of the list is read as a whole. */
const READ_BYTES = 128 * 1024;
/** Bound of a line. */
const MAX_LINE_BYTES = 64 * 1024;

/** Blocks that may have wanted records, each once, in order. @throws IndexUnreadable */
export async function wantedBlocks(
  files: CrawlFiles,
  crawl: string,
  sites: SelectedSites,
  signal: AbortSignal,
): Promise<readonly IndexBlock[]> {
  const list = new BlockList(files, urlIndexPath(crawl, 'cluster.idx'), signal);
  if (sites.kind === 'hosts' && sites.hosts.size > MAX_SEARCHED) return list.read(0, null, sites);
  const found: IndexBlock[] = [];
  for (const { from, to } of rangesOf(sites)) {
    for (const block of await list.read(await list.lastBefore(from), to, sites)) {
      const last = found.at(-1);
      if (last?.file !== block.file || last.offset < block.offset) found.push(block);
    }
  }
  return found;
}

class BlockList {
  readonly #files: CrawlFiles;
  readonly #path: string;
  readonly #signal: AbortSignal;
  #size: number | null = null;

  constructor(files: CrawlFiles, path: string, signal: AbortSignal) {
    this.#files = files;
    this.#path = path;
    this.#signal = signal;
  }

  /** Offset of a line with a key before `key`, not far before the last such; 0 if there is none. */
  async lastBefore(key: string): Promise<number> {
    this.#size ??= await this.#files.size(this.#path, this.#signal);
    let [low, high] = [0, this.#size];
    while (high - low > READ_BYTES) {
      const middle = Math.floor((low + high) / 2);
      const range = { from: middle, to: Math.min(middle + LOOK_BYTES, this.#size) };
      const text = Buffer.from(await this.#files.read(this.#path, range, this.#signal)).toString('latin1');
      const start = text.indexOf('\n') + 1;
      if (start === 0 || start === text.length) throw this.#damaged('a line does not end');
      if (keyOfLine(text.slice(start)) < key) low = middle + start;
      else high = middle;
    }
    return low;
  }

  /** Wanted blocks of the lines from an offset on, up to one with the key `to` or a later one. */
  async read(offset: number, to: string | null, sites: SelectedSites): Promise<readonly IndexBlock[]> {
    const found: IndexBlock[] = [];
    let before: { readonly key: string; readonly block: IndexBlock } | null = null;
    for await (const line of this.#lines(offset)) {
      const [first = '', file = '', start = '', length = ''] = line.split('\t');
      const key = keyOfLine(first);
      if (!/^[\w.-]+$/.test(file) || !/^\d+$/.test(start) || !/^[1-9]\d*$/.test(length)) {
        throw this.#damaged(`"${line.slice(0, 200)}" is not a line of it`);
      }
      if (before !== null) {
        if (key < before.key)
          throw this.#damaged(`its keys are not in order: ${before.key} is before ${key}`);
        if (mayHave(sites, before.key, key)) found.push(before.block);
      }
      if (to !== null && key >= to) return found;
      before = { key, block: { file, offset: Number(start), length: Number(length) } };
    }
    if (before !== null && mayHave(sites, before.key, LAST_KEY)) found.push(before.block);
    return found;
  }

  async *#lines(offset: number): AsyncGenerator<string> {
    let rest = '';
    for await (const chunk of this.#chunks(offset)) {
      const lines = (rest + Buffer.from(chunk).toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MAX_LINE_BYTES) throw this.#damaged('a line does not end');
      yield* lines;
    }
    if (rest !== '') throw this.#damaged('it is cut in the middle of a line');
  }

  /** The whole list as one stream; its end in pieces, as most of them are not needed. */
  async *#chunks(offset: number): AsyncGenerator<Uint8Array> {
    if (this.#size === null) {
      yield* this.#files.stream(this.#path, { from: offset }, this.#signal);
      return;
    }
    for (let at = offset; at < this.#size;) {
      const chunk = await this.#files.read(
        this.#path,
        { from: at, to: Math.min(at + READ_BYTES, this.#size) },
        this.#signal,
      );
      if (chunk.length === 0) throw this.#damaged('it is cut');
      at += chunk.length;
      yield chunk;
    }
  }

  #damaged(problem: string): IndexUnreadable {
    return new IndexUnreadable(this.#path, problem);
  }
}

/** A key after all others. */
const LAST_KEY = '\uffff';
