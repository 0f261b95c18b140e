import type { ByteRange, CrawlFiles } from '../src/files.ts';

/** An error as files throw it that concerns one file. */
class MissingFile extends Error {
  readonly isOfFile = true;
  readonly fault: string;

  constructor(fault: string, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Files in memory. They count what is read, and give streams in small chunks. */
export class MemoryFiles implements CrawlFiles {
  readonly #files: ReadonlyMap<string, Buffer>;
  /** Each read, in order. */
  readonly reads: { readonly path: string; readonly bytes: number }[] = [];

  constructor(files: ReadonlyMap<string, Buffer>) {
    this.#files = files;
  }

  read(path: string, range: ByteRange): Promise<Uint8Array> {
    const found = this.#bytes(path, range);
    this.reads.push({ path, bytes: found.length });
    return Promise.resolve(Buffer.from(found));
  }

  async *stream(path: string, range: ByteRange): AsyncGenerator<Uint8Array> {
    const bytes = await this.read(path, range);
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
  }

  size(path: string): Promise<number> {
    this.reads.push({ path, bytes: 0 });
    return Promise.resolve(this.#bytes(path, { from: 0 }).length);
  }

  #bytes(path: string, { from, to }: ByteRange): Buffer {
    const file = this.#files.get(path);
    if (file === undefined) throw new MissingFile('missing', `${path} is not there`);
    if (from >= file.length) throw new MissingFile('outside', `${path} ends before ${from}`);
    return file.subarray(from, to);
  }
}
