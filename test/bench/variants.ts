import type { DomainDocument } from '@sitegrep/site';
import type { DomainPut, Storage } from '@sitegrep/storage';

/** What is long enough to name something: hashes, ids, versions, times. */
const NAMES = /[0-9a-f]{8,}|[0-9]{4,}/gi;
const HEX = '0123456789abcdef';

interface Varied {
  readonly domain: string;
  readonly pages: readonly { readonly source: string }[];
}

/**
 * A site that is like another: its own domain, and in its sources every long number and hash another one of the same
 * length, as it would be on another site. All else stays, so that a term without such names stands on as many of the
 * variants as of the originals. The same `copy` gives the same variant.
 */
export function variantOf<D extends Varied>(document: D, copy: number): D {
  const [label = '', ...rest] = document.domain.split('.');
  const domain = [`${label}-v${copy}`, ...rest].join('.');
  let state = copy * 0x9e3779b1;
  const next = (bound: number): number => {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
  const renamed = (name: string): string => {
    const digits = /^\d+$/.test(name) ? 10 : 16;
    return Array.from(name, () => HEX.charAt(next(digits))).join('');
  };
  const pages = document.pages.map((page) => ({ ...page, source: page.source.replace(NAMES, renamed) }));
  return { ...document, domain, pages };
}

/** Characters that are put at once, as a worker does. */
const BATCH_CHARACTERS = 4 * 2 ** 20;
const PUTS_AT_ONCE = 3;

export interface FillFigures {
  readonly domains: number;
  readonly seconds: number;
  /** Source in UTF-8, 10^6 bytes, until it is durable and found. */
  readonly megabytesPerSecond: number;
}

/** Puts the variants `from` to `to` of every document, both included. */
export async function fill(
  { domains }: Storage,
  originals: readonly DomainDocument[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<FillFigures> {
  const startedAt = performance.now();
  const atWork = new Set<Promise<unknown>>();
  let failure: unknown = null;
  let bytes = 0;
  let put = 0;
  let batch: DomainPut[] = [];
  let characters = 0;

  async function flush(): Promise<void> {
    const work = domains.put(batch).catch((error: unknown) => (failure ??= error));
    put += batch.length;
    batch = [];
    characters = 0;
    atWork.add(work);
    void work.finally(() => atWork.delete(work));
    if (atWork.size >= PUTS_AT_ONCE) await Promise.race(atWork);
    if (failure !== null) throw failure;
  }

  for (let copy = from; copy <= to; copy++) {
    for (const original of originals) {
      const document = variantOf(original, copy);
      for (const { source } of document.pages) {
        characters += source.length;
        bytes += Buffer.byteLength(source);
      }
      batch.push({ document });
      if (characters >= BATCH_CHARACTERS) await flush();
    }
  }
  await flush();
  await Promise.all(atWork);
  if (failure !== null) throw failure;
  const seconds = (performance.now() - startedAt) / 1000;
  return { domains: put, seconds, megabytesPerSecond: bytes / 1e6 / seconds };
}
