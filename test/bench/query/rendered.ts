// Searches of what scripts wrote, over made domains each of which has a rendered page: by the index, and by a look at the
// stored pages of all of them. Beside them, what the rendered pages cost: disk, and searches of sources.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Query, TokenKey } from '@sitegrep/search';
import type { DomainDocument } from '@sitegrep/site';
import { NO_PAGE_FACTS, NO_SITE_FACTS } from '@sitegrep/site/test/facts';
import { type DomainIndex, wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { median as medianOf, rounded } from '../harness/figures.ts';
import { seededRandom } from '../harness/random.ts';
import { queryOf } from './corpus.ts';

const DOMAINS = 2_000;
const BATCH = 50;
/** Words of a source, and of what scripts wrote: 8 KB and 67 KB. */
const [SOURCE_WORDS, RENDERED_WORDS] = [1_000, 8_000];
const VOCABULARY = 20_000;
/** Different texts that are looked for, each in one domain. */
const [BY_INDEX, BY_PAGES] = [40, 5];

export interface RenderedFigures {
  readonly domains: number;
  readonly index_mib: { readonly sources: number; readonly with_rendered: number };
  /** Medians of rare texts, the first time. */
  readonly ms: {
    readonly source_without_rendered: number;
    readonly source: number;
    readonly rendered: number;
    readonly rendered_by_stored_pages: number;
  };
}

export async function measureRendered(folder: string, key: TokenKey): Promise<RenderedFigures> {
  const plain = await filled(join(folder, 'plain'), false);
  const rendered = await filled(join(folder, 'rendered'), true);
  try {
    // In turns, so that a busy machine is busy for all.
    const times: Record<keyof RenderedFigures['ms'], number[]> = {
      source_without_rendered: [],
      source: [],
      rendered: [],
      rendered_by_stored_pages: [],
    };
    for (let number = 0; number < BY_INDEX; number++) {
      const source = `"${rareText('source', number)}"`;
      times.source_without_rendered.push(await timeOf(plain.domains, queryOf({ q: source }, key)));
      times.source.push(await timeOf(rendered.domains, queryOf({ q: source }, key)));
      const text = rareText('rendered', number);
      times.rendered.push(await timeOf(rendered.domains, queryOf({ q: `in:rendered "${text}"` }, key)));
      if (number >= BY_PAGES) continue;
      // No text is in every match, so the index knows only which domains were rendered.
      const pattern = `${text}|${'[a-z0-9]'.repeat(30)}`;
      const unknown = queryOf({ q: `in:rendered re:"${pattern}"` }, key);
      times.rendered_by_stored_pages.push(await timeOf(rendered.domains, unknown));
    }
    const mib = async (index: DomainIndex): Promise<number> =>
      Math.round((await index.stats()).indexBytes / 2 ** 20);
    return {
      domains: DOMAINS,
      index_mib: { sources: await mib(plain.domains), with_rendered: await mib(rendered.domains) },
      ms: {
        source_without_rendered: median(times.source_without_rendered),
        source: median(times.source),
        rendered: median(times.rendered),
        rendered_by_stored_pages: median(times.rendered_by_stored_pages),
      },
    };
  } finally {
    await plain.close();
    await rendered.close();
  }
}

async function filled(
  dataDir: string,
  isRendered: boolean,
): Promise<Awaited<ReturnType<typeof openSqliteStorage>>> {
  mkdirSync(dataDir, { recursive: true });
  const random = seededRandom(1);
  const filling = await openSqliteStorage({ dataDir, readers: 1 });
  for (let first = 0; first < DOMAINS; first += BATCH) {
    const documents = Array.from({ length: BATCH }, (_, at) => documentOf(first + at, random, isRendered));
    await filling.domains.put(documents.map(wholeSite));
  }
  await filling.close();
  // As after a restart: nothing of the index is in memory.
  return openSqliteStorage({ dataDir, readers: 1 });
}

function documentOf(number: number, random: (bound: number) => number, isRendered: boolean): DomainDocument {
  const domain = `d${number}.example`;
  const source = `${wordsOf(random, SOURCE_WORDS)} ${rareText('source', number)}`;
  const written = `${wordsOf(random, RENDERED_WORDS)} ${rareText('rendered', number)}`;
  const page = {
    url: `https://${domain}/`,
    fetchedAt: 1_700_000_000_000,
    charset: 'utf-8',
    truncated: false,
    source,
    facts: NO_PAGE_FACTS,
  };
  const rendered = { source: `${source} ${written}`, truncated: false };
  return { domain, facts: NO_SITE_FACTS, pages: [isRendered ? { ...page, rendered } : page] };
}

/** A text that one domain has: common words around a number. */
function rareText(part: 'source' | 'rendered', number: number): string {
  return `word${(number * 7) % VOCABULARY} ${part === 'source' ? 'said' : 'shown'} no ${number} end`;
}

/** Words of which half are among the hundred most frequent. */
function wordsOf(random: (bound: number) => number, count: number): string {
  return Array.from({ length: count }, () => `word${random(random(2) === 0 ? 100 : VOCABULARY)}`).join(' ');
}

async function timeOf(index: DomainIndex, query: Query): Promise<number> {
  const startedAt = performance.now();
  const { total } = await index.search(query);
  if (total !== 1) throw new Error(`${total} domains match ${JSON.stringify(query.where)}, not one`);
  return performance.now() - startedAt;
}

function median(times: readonly number[]): number {
  return rounded(medianOf(times));
}
