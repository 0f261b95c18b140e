// Steps of sites, each taken after the one before it, and what saved searches have to tell of each, by a plain look.
import { crc32 } from 'node:zlib';
import { type Expression, simplify, sourceText } from '@sitegrep/search';
import type { DomainDocument } from '@sitegrep/site';
import type { DomainIndex } from '../src/domains.ts';
import { wholeSite } from '../src/puts.ts';
import type { NewSearch, SearchEvent } from '../src/searches/saved-searches.ts';
import { documentOf } from './conformance/documents.ts';

export const SEARCHED_SITES: readonly string[] = Array.from({ length: 24 }, (_, number) => `s${number}.test`);

/** Words of which pages have some. */
const WORDS = Array.from({ length: 40 }, (_, number) => `word-${number};`);

interface SteppedSearch {
  readonly id: string;
  readonly level: 'domain' | 'page';
  readonly wanted: string;
  /** A page that has it does not count; null: all do. */
  readonly unwanted: string | null;
}

/** The criteria of a search are others in each of its generations. */
export function steppedSearch(number: number, generation: number): SteppedSearch {
  const word = (salt: string): string => WORDS[crc32(`${number} ${generation} ${salt}`) % WORDS.length] ?? '';
  return {
    id: `search-${number}`,
    level: number % 2 === 0 ? 'domain' : 'page',
    wanted: word('wanted'),
    unwanted: number % 3 === 0 ? word('unwanted') : null,
  };
}

export function savedOf({ id, level, wanted, unwanted }: SteppedSearch): NewSearch {
  const not: Expression[] = unwanted === null ? [] : [{ kind: 'not', of: sourceText(unwanted) }];
  const onPage: Expression = { kind: 'and', of: [sourceText(wanted), ...not] };
  const where: Expression = level === 'page' ? onPage : { kind: 'same_page', of: onPage };
  return { id, level, where: simplify(where, level), definition: { wanted, unwanted }, at: 0 };
}

const documents = new Map<string, DomainDocument | null>();

/** The document of a site after a step; null: the step deletes it. */
export function documentAfter(domain: string, step: number): DomainDocument | null {
  const key = `${domain} ${step}`;
  let document = documents.get(key);
  if (document === undefined) {
    document = drawnDocument(domain, step);
    documents.set(key, document);
  }
  return document;
}

function drawnDocument(domain: string, step: number): DomainDocument | null {
  const drawn = crc32(`${domain} ${step}`);
  if (drawn % 9 === 0) return null;
  const pages = Array.from({ length: 1 + (drawn % 3) }, (_, page) => {
    // Some pages stay as they are for some steps.
    const version = page === 0 ? step : Math.floor(step / 3);
    return WORDS.filter((word) => crc32(`${domain} ${page} ${version} ${word}`) % 4 === 0).join(' ');
  });
  return documentOf(domain, pages);
}

/** Sources of a site as they are after some steps, to be compared with those of `sourcesOf`. */
export function sourcesAfter(domain: string, steps: number): string {
  return sourcesOf(steps === 0 ? null : documentAfter(domain, steps - 1));
}

/** @param document null: the site is not stored */
export function sourcesOf(document: Pick<DomainDocument, 'pages'> | null): string {
  return JSON.stringify(document?.pages.map(({ source }) => source) ?? null);
}

/** Takes a step of a site. */
export async function takeSearchedStep(index: DomainIndex, domain: string, step: number): Promise<void> {
  const document = documentAfter(domain, step);
  if (document === null) {
    await index.delete(domain);
    return;
  }
  const [put] = await index.put([wholeSite(document)]);
  if (put?.stored !== true) throw new Error(`step ${step} of ${domain} was not stored`);
}

/** Pages that fulfil a search with their sources; empty: the document does not fulfil it. */
function fulfilling(document: DomainDocument | null, { wanted, unwanted }: SteppedSearch): string {
  const pages = document?.pages ?? [];
  const some = pages.filter(
    ({ source }) => source.includes(wanted) && (unwanted === null || !source.includes(unwanted)),
  );
  return some.map(({ url, source }) => `${url} ${source}`).join('\n');
}

export function fulfils(document: DomainDocument | null, search: SteppedSearch): boolean {
  return fulfilling(document, search) !== '';
}

/** Kind and cause of the event that a step has. @param search as it was when the step was taken; null: there is nothing to tell */
export function toldOf(
  domain: string,
  step: number,
  search: SteppedSearch,
): `${SearchEvent['kind']} ${SearchEvent['by']}` | null {
  const document = documentAfter(domain, step);
  const [before, after] = [
    fulfilling(step === 0 ? null : documentAfter(domain, step - 1), search),
    fulfilling(document, search),
  ];
  if (before === after) return null;
  if (after === '') return document === null ? 'disappeared deletion' : 'disappeared visit';
  if (before === '') return 'appeared visit';
  return search.level === 'page' ? 'changed visit' : null;
}
