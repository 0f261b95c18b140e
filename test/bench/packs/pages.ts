import { zstdCompressSync } from 'node:zlib';
import { canonicalDomain } from '@sitegrep/site';
import { readWarc } from '@sitegrep/warc';

/** A page as every store gets it. */
export interface StoredPage {
  /** Number of the page in all copies, from 0. */
  readonly id: number;
  /** Number of its site. */
  readonly site: number;
  readonly url: string;
  /** Bytes of its source, before compression. */
  readonly bytes: number;
  /** The source, compressed by itself. */
  readonly packed: Buffer;
}

export interface StoredSite {
  readonly id: number;
  readonly pages: readonly StoredPage[];
  /** All of its pages as JSON, compressed as one. */
  readonly whole: Buffer;
}

/** A store of the sources of pages, with the calls that a storage makes. */
export interface SourceStore extends AsyncDisposable {
  /** Stores new sites; durable when it resolves. */
  put(sites: readonly StoredSite[]): Promise<void>;
  /** Replaces some pages of a site that is stored. */
  replace(site: StoredSite, pages: readonly StoredPage[]): Promise<void>;
  /** Sources of pages by number, unpacked. @returns their bytes */
  read(ids: readonly number[]): Promise<number>;
  /** Does what makes up for replaced pages, until there is nothing to do. */
  compact(): Promise<void>;
  /** Removes sites, so that no byte of their pages is left. */
  takeDown(sites: readonly StoredSite[]): Promise<void>;
  /** Backs up. @returns bytes to be copied since the last call: as the store does it, and at least, by a tool that finds what changed */
  backUp(): Promise<{ readonly bytes: number; readonly leastBytes: number }>;
  /** Bytes that it takes on disks. */
  bytes(): Promise<number>;
  /** Files to take out of the page cache; empty if that can't be done. */
  files(): readonly string[];
}

interface CapturedSite {
  readonly pages: readonly Pick<StoredPage, 'url' | 'bytes' | 'packed'>[];
  readonly whole: Buffer;
  /** Bytes of its pages but the first, each compressed alone, and with the first one as its dictionary. */
  readonly further: { readonly pages: number; readonly alone: number; readonly withFirst: number };
}

/** Mean bytes of a page of the captures. */
interface Ratios {
  readonly source: number;
  /** Compressed by itself, and its share of its site compressed as one. */
  readonly alone: number;
  readonly together: number;
  /** Pages of a site but its first one: compressed by themselves, and with the first one as a dictionary. */
  readonly furtherAlone: number;
  readonly furtherWithFirst: number;
}

/** Bytes of a page that serve as a dictionary at most. */
const MAX_DICTIONARY = 128 << 10;

/** Sites of captures, and any number of copies of them: a copy has the same bytes under other numbers. No store looks for equal pages. */
export class MadeSites {
  readonly #captured: readonly CapturedSite[];
  /** Pages and sites that are asked for. */
  readonly pages: number;
  readonly sites: number;

  private constructor(captured: readonly CapturedSite[], pages: number) {
    this.#captured = captured;
    let [sites, total] = [0, 0];
    for (; total < pages; sites++) total += this.#capturedOf(sites).pages.length;
    this.pages = total;
    this.sites = sites;
  }

  static async read(files: readonly string[], pages: number): Promise<MadeSites> {
    const texts = new Map<string, Map<string, string>>();
    for (const file of files) {
      for await (const { url, body } of readWarc(file)) {
        const domain = canonicalDomain(url);
        if (domain === null) continue;
        const own = texts.get(domain) ?? new Map<string, string>();
        texts.set(domain, own.set(url, Buffer.from(body).toString()));
      }
    }
    return new MadeSites(Array.from(texts.values(), packSite), pages);
  }

  /** Sites of these numbers; their pages are numbered in this order. */
  *all(): Generator<StoredSite> {
    let page = 0;
    for (let site = 0; site < this.sites; site++) {
      const made = this.#made(site, page, 0);
      page += made.pages.length;
      yield made;
    }
  }

  /** A site with other sources, of which the pages of these numbers are to be replaced. @param firstPage number of its first page */
  changed(site: number, firstPage: number, round: number): StoredSite {
    return this.#made(site, firstPage, round);
  }

  #made(id: number, firstPage: number, round: number): StoredSite {
    const captured = this.#capturedOf(id);
    // Sources of another round are those of another site, as long as there are pages.
    const others = round === 0 ? captured : this.#capturedOf(id + 7 * round);
    const pages = captured.pages.map((page, n) => ({
      ...page,
      ...others.pages[n % others.pages.length],
      id: firstPage + n,
      site: id,
      url: page.url,
    }));
    return { id, pages, whole: captured.whole };
  }

  #capturedOf(site: number): CapturedSite {
    const captured = this.#captured[site % this.#captured.length];
    if (captured === undefined) throw new Error('the captures hold no page of a domain');
    return captured;
  }

  ratios(): Ratios {
    const pages = this.#captured.flatMap((site) => site.pages);
    const further = this.#captured.map((site) => site.further);
    const count = sum(further.map((site) => site.pages));
    return {
      source: sum(pages.map(({ bytes }) => bytes)) / pages.length,
      alone: sum(pages.map(({ packed }) => packed.length)) / pages.length,
      together: sum(this.#captured.map(({ whole }) => whole.length)) / pages.length,
      furtherAlone: sum(further.map(({ alone }) => alone)) / count,
      furtherWithFirst: sum(further.map(({ withFirst }) => withFirst)) / count,
    };
  }
}

function packSite(texts: ReadonlyMap<string, string>): CapturedSite {
  const sources = Array.from(texts.values(), (text) => Buffer.from(text));
  const [first, ...others] = sources;
  const dictionary = first?.subarray(0, MAX_DICTIONARY);
  const pages = Array.from(texts.keys(), (url, at) => {
    const source = sources[at] ?? Buffer.alloc(0);
    return { url, bytes: source.length, packed: zstdCompressSync(source) };
  });
  const listed = Array.from(texts, ([url, source]) => ({ url, source }));
  const withFirst =
    dictionary === undefined ? [] : others.map((other) => zstdCompressSync(other, { dictionary }).length);
  const alone = pages.slice(1).map(({ packed }) => packed.length);
  return {
    pages,
    whole: zstdCompressSync(JSON.stringify(listed)),
    further: { pages: others.length, alone: sum(alone), withFirst: sum(withFirst) },
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}
