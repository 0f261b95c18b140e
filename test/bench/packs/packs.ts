// The prototype: sources lie one after the other in packs, files of some megabytes; a table has the pack, offset and length of
// each page. The last pack is open: it is a file of this process that is appended to and synced before a page is acknowledged, and
// becomes an object of the store when it is full. What was replaced stays in its pack until the pack is rewritten without it.
import { closeSync, fdatasyncSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { crc32, zstdDecompressSync } from 'node:zlib';
import { inTransaction, openDatabase } from '../../../packages/storage/src/sqlite/connection.ts';
import { PAGE_BYTES } from '../../../packages/storage/src/sqlite/connection.ts';
import { checkpoint, CACHE_BYTES, pageChecks } from './columns.ts';
import { type ObjectStore, readRange } from './objects.ts';
import type { SourceStore } from './pages.ts';

export interface PackOptions {
  readonly folder: string;
  readonly objects: ObjectStore;
  /** Size at which a pack is full, in bytes. */
  readonly packBytes: number;
}

/** A pack is rewritten when so much of it is dead. */
const MAX_DEAD = 0.2;
/** Ranges that are read at the same time. */
const READS_AT_ONCE = 16;

interface Location {
  readonly pack: number;
  readonly at: number;
  readonly length: number;
  readonly crc: number;
}

/** A page that is appended, as it lies in a pack. */
interface Entry {
  readonly id: number;
  readonly url: string;
  readonly bytes: number;
  readonly packed: Buffer;
}

export class Packs implements SourceStore {
  readonly #options: PackOptions;
  readonly #file: string;
  readonly #db: DatabaseSync;
  #open: { readonly pack: number; readonly file: number; size: number };
  #backedUp = new Set<number>();
  #backedUpPages: Uint32Array = new Uint32Array();

  constructor(options: PackOptions) {
    this.#options = options;
    this.#file = join(options.folder, 'pages.sqlite');
    this.#db = openDatabase(this.#file, CACHE_BYTES);
    this.#db.exec(`
      CREATE TABLE page (
        id INTEGER PRIMARY KEY,
        url TEXT NOT NULL,
        source_bytes INTEGER NOT NULL,
        pack INTEGER NOT NULL,
        at INTEGER NOT NULL,
        length INTEGER NOT NULL,
        crc INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX page_by_pack ON page (pack);
      CREATE TABLE pack (id INTEGER PRIMARY KEY, bytes INTEGER NOT NULL, dead INTEGER NOT NULL) STRICT;
    `);
    this.#open = this.#begin(1);
  }

  async put(sites: readonly { readonly pages: readonly Entry[] }[]): Promise<void> {
    await this.#append(sites.flatMap(({ pages }) => pages));
  }

  async replace(_: unknown, pages: readonly Entry[]): Promise<void> {
    await this.#append(pages);
  }

  async read(ids: readonly number[]): Promise<number> {
    const find = this.#db.prepare('SELECT pack, at, length, crc FROM page WHERE id = ?');
    const wanted = ids.map((id) => find.get(id) as unknown as Location).values();
    let bytes = 0;
    const lane = async (): Promise<void> => {
      for (const location of wanted) {
        const packed = await this.#bytesOf(location);
        if (crc32(packed) !== location.crc) throw new Error('a page is damaged');
        bytes += zstdDecompressSync(packed).length;
      }
    };
    await Promise.all(Array.from({ length: READS_AT_ONCE }, lane));
    return bytes;
  }

  async compact(): Promise<void> {
    const due = this.#db
      .prepare('SELECT id FROM pack WHERE dead > bytes * ? AND id <> ?')
      .all(MAX_DEAD, this.#open.pack);
    for (const { id } of due) await this.#rewrite(Number(id));
    checkpoint(this.#db);
  }

  async takeDown(sites: readonly { readonly pages: readonly Entry[] }[]): Promise<void> {
    const find = this.#db.prepare('SELECT pack, at, length FROM page WHERE id = ?');
    const ids = sites.flatMap(({ pages }) => pages.map(({ id }) => id));
    const gone = ids.map((id) => find.get(id) as unknown as Location);
    inTransaction(this.#db, () => {
      const remove = this.#db.prepare('DELETE FROM page WHERE id = ?');
      for (const id of ids) remove.run(id);
      for (const { pack, length } of gone) this.#addDead(pack, length);
    });
    checkpoint(this.#db);
    const { erase } = this.#options.objects;
    for (const { pack, at, length } of gone) {
      if (pack === this.#open.pack) writeSync(this.#open.file, Buffer.alloc(length), 0, length, at);
      else await erase?.(nameOf(pack), at, length);
    }
    fdatasyncSync(this.#open.file);
    if (erase !== null) return;
    for (const pack of new Set(gone.map((location) => location.pack)))
      if (pack !== this.#open.pack) await this.#rewrite(pack);
  }

  async backUp(): Promise<{ readonly bytes: number; readonly leastBytes: number }> {
    checkpoint(this.#db);
    const packs = this.#db.prepare('SELECT id, bytes FROM pack').all();
    const fresh = packs.filter(({ id }) => !this.#backedUp.has(Number(id)));
    const bytes = fresh.reduce((sum, row) => sum + Number(row['bytes']), 0) + this.#open.size;
    this.#backedUp = new Set(packs.map(({ id }) => Number(id)));
    const checks = pageChecks(this.#file);
    const changed = checks.filter((check, at) => check !== this.#backedUpPages[at]).length;
    this.#backedUpPages = checks;
    return {
      bytes: bytes + statSync(this.#file).size,
      leastBytes: bytes + changed * PAGE_BYTES,
    };
  }

  async bytes(): Promise<number> {
    checkpoint(this.#db);
    const all = this.#db.prepare('SELECT coalesce(sum(bytes), 0) AS bytes FROM pack').get();
    return Number(all?.['bytes']) + this.#open.size + statSync(this.#file).size;
  }

  files(): readonly string[] {
    const { folder, objects } = this.#options;
    if (objects.erase === null) return [];
    const packs = this.#db.prepare('SELECT id FROM pack').all();
    return [this.#file, ...packs.map(({ id }) => join(folder, nameOf(Number(id))))];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    closeSync(this.#open.file);
    this.#db.close();
  }

  /** Appends pages to the open pack, syncs it, and then says where they are. */
  async #append(entries: readonly Entry[]): Promise<void> {
    const { pack, file, size } = this.#open;
    writeSync(file, Buffer.concat(entries.map(({ packed }) => packed)));
    fdatasyncSync(file);
    inTransaction(this.#db, () => {
      const find = this.#db.prepare('SELECT pack, length FROM page WHERE id = ?');
      const write = this.#db.prepare('INSERT OR REPLACE INTO page VALUES (?, ?, ?, ?, ?, ?, ?)');
      let at = size;
      for (const { id, url, bytes, packed } of entries) {
        const old = find.get(id) as Pick<Location, 'pack' | 'length'> | undefined;
        if (old !== undefined) this.#addDead(old.pack, old.length);
        write.run(id, url, bytes, pack, at, packed.length, crc32(packed));
        at += packed.length;
      }
      this.#open.size = at;
    });
    if (this.#open.size >= this.#options.packBytes) await this.#seal();
  }

  /** Pages that are replaced while their pack is open are counted when it is sealed. */
  #addDead(pack: number, bytes: number): void {
    this.#db.prepare('UPDATE pack SET dead = dead + ? WHERE id = ?').run(bytes, pack);
  }

  async #seal(): Promise<void> {
    const { pack, file, size } = this.#open;
    closeSync(file);
    await this.#options.objects.adopt(nameOf(pack), this.#openFile(pack));
    const live = this.#db.prepare('SELECT sum(length) AS bytes FROM page WHERE pack = ?').get(pack);
    this.#db.prepare('INSERT INTO pack VALUES (?, ?, ?)').run(pack, size, size - Number(live?.['bytes']));
    this.#open = this.#begin(pack + 1);
  }

  #begin(pack: number): { readonly pack: number; readonly file: number; size: number } {
    return { pack, file: openSync(this.#openFile(pack), 'w+'), size: 0 };
  }

  #openFile(pack: number): string {
    return join(this.#options.folder, `open-${pack}`);
  }

  async #bytesOf({ pack, at, length }: Location): Promise<Buffer> {
    return pack === this.#open.pack
      ? readRange(this.#open.file, at, length)
      : this.#options.objects.read(nameOf(pack), at, length);
  }

  /** Appends what lives in a pack to the open one, and removes the pack. */
  async #rewrite(pack: number): Promise<void> {
    const row = this.#db.prepare('SELECT bytes FROM pack WHERE id = ?').get(pack);
    const whole = await this.#options.objects.read(nameOf(pack), 0, Number(row?.['bytes']));
    const live = this.#db
      .prepare('SELECT id, url, source_bytes AS bytes, at, length FROM page WHERE pack = ? ORDER BY at')
      .all(pack) as unknown as readonly (Omit<Entry, 'packed'> & Location)[];
    const entries = live.map(({ at, length, ...page }) => ({
      ...page,
      packed: whole.subarray(at, at + length),
    }));
    if (entries.length > 0) await this.#append(entries);
    this.#db.prepare('DELETE FROM pack WHERE id = ?').run(pack);
    await this.#options.objects.remove(nameOf(pack));
  }
}

function nameOf(pack: number): string {
  return `${pack}.pack`;
}
