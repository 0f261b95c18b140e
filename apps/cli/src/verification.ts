import { createHash } from 'node:crypto';
import { foldCase } from '@sitegrep/fold';
import {
  domainsMatching,
  havingScope,
  sourceText,
  type Cursor,
  type IndexedScope,
  type Query,
} from '@sitegrep/search';
import { type PageRecord, textBeside, TEXTS_BESIDE } from '@sitegrep/site';
import type { DomainIndex, SearchPage, StoredDomain } from '@sitegrep/storage';

/**
 * Options of a check of the index against a scan of the stored sources: for terms taken from the sources, and for made-up
 * terms, a sampled domain must be found exactly if its source has the term. What scripts wrote on rendered pages, and the texts
 * beside sources are checked in the same way.
 */
export interface VerifyOptions {
  /** Number of terms taken from the stored sources. */
  readonly terms: number;
  /** Number of made-up terms, most of which are in no source. */
  readonly absent: number;
  /** Share of the domains to scan, from 0 to 1; at 1 the totals are compared too. */
  readonly share: number;
  /** Seed; the same seed gives the same sample of the same data. */
  readonly seed: string;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Verification {
  readonly domains: number;
  readonly terms: number;
  readonly comparisons: number;
  readonly disagreements: readonly Disagreement[];
}

export interface Disagreement {
  readonly term: string;
  readonly domain: string | null;
  readonly problem: string;
}

/** A term, and the sources in which it is looked for. */
interface Look {
  readonly term: string;
  readonly scope: IndexedScope;
}

/** Lengths of the terms, used in turn: an index handles short terms differently from long ones. */
const LENGTHS = [1, 2, 3, 4, 5, 7, 10, 16, 25, 40, 80, 200];
const PAGE_LIMIT = 10_000;

export async function verifyIndex(index: DomainIndex, options: VerifyOptions): Promise<Verification> {
  const stats = await index.stats();
  const sampled = (domain: string): boolean => fraction(`${options.seed}/sample/${domain}`) < options.share;
  const terms = await drawTerms(
    index,
    options,
    Math.max(1, Math.round(stats.domains * options.share)),
    sampled,
  );
  for (let n = 0; n < options.absent; n++) terms.add(absentTerm(options.seed, n));

  const scopes: IndexedScope[] = ['body'];
  for (const scope of ['rendered', ...TEXTS_BESIDE] as const)
    if (await hasScope(index, scope)) scopes.push(scope);
  const answers = new Map<Look, Set<string>>();
  for (const term of terms) {
    for (const scope of scopes) answers.set({ term, scope }, await allDomains(index, { term, scope }));
  }

  const holders = new Map<Look, number>();
  const suspects: { readonly look: Look; readonly domain: string }[] = [];
  let domains = 0;
  for await (const document of index.scan()) {
    if (!sampled(document.domain)) continue;
    const { domain } = document;
    const sources = new Map(scopes.map((scope) => [scope, foldedSources(document, scope)]));
    for (const [look, answer] of answers) {
      const holds = sources.get(look.scope)?.some((source) => source.includes(look.term)) ?? false;
      if (holds) holders.set(look, (holders.get(look) ?? 0) + 1);
      if (holds !== answer.has(domain)) suspects.push({ look, domain });
    }
    options.onProgress?.(++domains, stats.domains);
  }

  const disagreements: Disagreement[] = [];
  for (const { look, domain } of suspects) {
    const problem = await confirm(index, look, domain);
    if (problem !== null) disagreements.push({ term: look.term, domain, problem });
  }
  if (options.share >= 1 && suspects.length === 0) {
    for (const [look, answer] of answers) {
      const { term } = look;
      const held = holders.get(look) ?? 0;
      if (held !== answer.size) {
        const problem = `${answer.size} domains are found, but ${held} stored ones have it`;
        disagreements.push({ term, domain: null, problem });
      }
    }
  }
  return { domains, terms: terms.size, comparisons: domains * answers.size, disagreements };
}

const PARTS: Readonly<Record<IndexedScope, string>> = {
  body: 'source',
  rendered: 'rendered source',
  url: 'address',
  dns: 'DNS records',
  headers: 'header fields',
  cookies: 'cookies',
  file: 'well-known files',
};

/** Repeats a single comparison: a document may have been replaced between search and scan. */
async function confirm(index: DomainIndex, look: Look, domain: string): Promise<string | null> {
  const document = await index.get(domain);
  const found = (await allDomains(index, look)).has(domain);
  const holds =
    document !== null && foldedSources(document, look.scope).some((source) => source.includes(look.term));
  if (found === holds) return null;
  const part = PARTS[look.scope];
  return found
    ? `is found, but its ${part} does not have the term`
    : `has the term in its ${part}, but is not found`;
}

/** The folded texts of a document: those that a scope has. */
function foldedSources({ pages }: StoredDomain, scope: IndexedScope): readonly string[] {
  return pages.flatMap((page) => textOf(page, scope) ?? []).map(foldCase);
}

function textOf(page: PageRecord, scope: IndexedScope): string | null {
  switch (scope) {
    case 'body':
      return page.source;
    case 'rendered':
      return page.rendered?.source ?? null;
    case 'url':
    case 'dns':
    case 'headers':
    case 'cookies':
    case 'file':
      return textBeside(page, scope);
  }
}

async function hasScope(index: DomainIndex, scope: IndexedScope): Promise<boolean> {
  const from = { kind: 'offset', offset: 0 } as const;
  const having = havingScope(scope);
  if (having === null) return true;
  const { total } = await index.search({ ...domainsMatching(having), limit: 1, from });
  return total > 0;
}

async function drawTerms(
  index: DomainIndex,
  options: VerifyOptions,
  expectedDomains: number,
  sampled: (domain: string) => boolean,
): Promise<Set<string>> {
  const terms = new Set<string>();
  // Terms are spread over the sample: each domain gives its part, until there are enough different ones.
  let seen = 0;
  for await (const document of index.scan()) {
    if (!sampled(document.domain)) continue;
    seen++;
    const due = Math.ceil((options.terms * seen) / expectedDomains);
    for (let n = 0; terms.size < Math.min(due, options.terms) && n < 8; n++) {
      const term = drawTerm(document, `${options.seed}/${document.domain}/${n}`, terms.size);
      if (term !== null) terms.add(term);
    }
    if (terms.size >= options.terms) break;
  }
  return terms;
}

function drawTerm(document: StoredDomain, seed: string, index: number): string | null {
  const page: PageRecord | undefined =
    document.pages[Math.floor(fraction(`${seed}/page`) * document.pages.length)];
  if (page === undefined) return null;
  const source = fraction(`${seed}/part`) < 0.5 ? (page.rendered?.source ?? page.source) : page.source;
  const length = LENGTHS[index % LENGTHS.length] ?? 1;
  const start = Math.floor(fraction(`${seed}/start`) * Math.max(1, source.length - length));
  const term = foldCase(source.slice(start, start + length));
  return term.trim() === '' || !term.isWellFormed() ? null : term;
}

function absentTerm(seed: string, n: number): string {
  return createHash('sha256')
    .update(`${seed}/absent/${n}`)
    .digest('base64url')
    .slice(0, 4 + (n % 20))
    .toLowerCase();
}

/** Number in [0, 1) that depends on the text alone. */
function fraction(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
}

async function allDomains(index: DomainIndex, { term, scope }: Look): Promise<Set<string>> {
  const found = new Set<string>();
  let cursor: Cursor | null = null;
  do {
    const from: Query['from'] = cursor === null ? { kind: 'offset', offset: 0 } : { kind: 'after', cursor };
    const page: SearchPage<'domain'> = await index.search({
      ...domainsMatching({ ...sourceText(term), scope }),
      limit: PAGE_LIMIT,
      from,
    });
    for (const hit of page.hits) found.add(hit.domain);
    cursor = page.next;
  } while (cursor !== null);
  return found;
}
