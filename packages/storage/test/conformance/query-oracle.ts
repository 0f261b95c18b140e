import type { SourceMatch } from '@sitegrep/texts';
import {
  type Condition,
  type Expression,
  type Needle,
  type Query,
  type Scope,
  SCOPES,
  type Snippets,
} from '@sitegrep/search';
import {
  DOMAIN_FIELDS,
  isOrderField,
  type AnswerTexts,
  type DomainDocument,
  type PageFacts,
  type PageRecord,
  type SiteAnswers,
  type SiteFile,
} from '@sitegrep/site';
import { byCodePoint, documentOf } from './documents.ts';
import { fulfilsMatch } from './match-oracle.ts';
import { LABELLED } from './label-oracle.ts';
import { isListed } from './listed-domains.ts';
import { compareBy, escaped, valueOf, type Known } from './oracle.ts';

/** A part of a source, with what it is; of kind `rendered`, a part of what scripts wrote; of kind `dns`, a DNS record; of kinds `headers`, `cookies` and `file`, a part of those texts. */
export type Piece = readonly [kind: Exclude<Scope, 'body' | 'url'>, content: string];

const MARKUP: Readonly<Record<Piece[0], readonly [before: string, after: string]>> = {
  text: ['<p>', '</p>'],
  comment: ['<!--', '-->'],
  inline: ['<script>', '</script>'],
  script: ['<script src="', '"></script>'],
  link: ['<a href="', '"></a>'],
  meta: ['<meta content="', '">'],
  title: ['<title>', '</title>'],
  rendered: ['<b>', '</b>'],
  dns: ['TXT ', ''],
  headers: ['\n', ': '],
  cookies: ['\n', ';'],
  file: ['/', '\n'],
};

/** A document whose pages are made of pieces, so that it is known where each is. */
export interface PiecedDocument {
  readonly document: DomainDocument;
  readonly pages: readonly (readonly Piece[])[];
}

export function piecedDocument(
  domain: string,
  pages: readonly (readonly Piece[])[],
  facts: Parameters<typeof documentOf>[2] = {},
): PiecedDocument {
  const document = documentOf(domain, pages.map(sourceOf), facts);
  // Two pages each are of the same second.
  const records = document.pages.map((page, number) => {
    const written = (pages[number] ?? []).filter(isRendered);
    const texts = (kind: keyof AnswerTexts): string =>
      joined((pages[number] ?? []).filter(([of]) => of === kind));
    const answers = { headers: texts('headers'), cookies: texts('cookies'), file: texts('file') };
    return {
      ...page,
      facts: { ...page.facts, ...factsWith(answers), dns: recordsOf(pages[number] ?? []) },
      // Half of those that have none of these texts know that, and half know nothing.
      ...(Object.values(answers).join('') === '' && number % 2 === 0 ? {} : { answers }),
      fetchedAt: page.fetchedAt + 700 * number,
      ...(written.length === 0
        ? {}
        : { rendered: { source: joined(written), truncated: written.length % 2 === 0 } }),
    };
  });
  const dns = records.find((record) => record.facts.dns.length > 0)?.facts.dns ?? [];
  return { document: { ...document, facts: { ...document.facts, dns }, pages: records }, pages };
}

/** Facts that a page with such texts has. */
function factsWith({ headers, cookies, file }: AnswerTexts): Pick<PageFacts, 'headers' | 'cookies' | 'site'> {
  return {
    headers: headers === '' ? [] : ['x'],
    cookies: cookies === '' ? [] : ['x'],
    site: file === '' ? null : { ...NO_SITE_ANSWERS, files: [REAL_FILE] },
  };
}

const NO_SITE_ANSWERS: SiteAnswers = { files: [], agents: null, certificate: null, icon: null };
const REAL_FILE: SiteFile = {
  name: 'robots.txt',
  status: 200,
  isReal: true,
  reason: null,
  bytes: 1,
  truncated: false,
  digest: 'd41d8cd98f00b204e980',
};

function isRendered([kind]: Piece): boolean {
  return kind === 'rendered';
}

function isOfSource([kind]: Piece): boolean {
  return kind !== 'rendered' && kind !== 'dns' && !isOfAnswers(kind);
}

function isOfAnswers(kind: Scope): kind is keyof AnswerTexts {
  return kind === 'headers' || kind === 'cookies' || kind === 'file';
}

function sourceOf(pieces: readonly Piece[]): string {
  return joined(pieces.filter(isOfSource));
}

function recordsOf(pieces: readonly Piece[]): readonly string[] {
  return pieces.filter(([kind]) => kind === 'dns').map((piece) => joined([piece]));
}

function joined(pieces: readonly Piece[]): string {
  return pieces.map(([kind, content]) => MARKUP[kind].join(content)).join('');
}

/** A document as the oracle sees it. */
export interface Site extends Known {
  readonly pages: readonly (readonly Piece[])[];
}

interface Page {
  readonly record: PageRecord;
  readonly pieces: readonly Piece[];
  /** Milliseconds since the epoch in which it stood, up to now if the last is null; absent: nothing says so. */
  readonly stood?: { readonly first: number; readonly last: number | null };
}

/** A version of a page of a domain. */
export interface SiteVersion extends Required<Page> {
  readonly site: Site;
}

function pagesOf({ document, pages }: Site): readonly Page[] {
  return document.pages.map((record, number) => ({ record, pieces: pages[number] ?? [] }));
}

/** Whether a domain fulfils an expression, by a plain look at its pages one after the other. */
export function isFound(site: Site, where: Expression): boolean {
  switch (where.kind) {
    case 'and':
      return where.of.every((part) => isFound(site, part));
    case 'or':
      return where.of.some((part) => isFound(site, part));
    case 'not':
      return !isFound(site, where.of);
    case 'same_page':
      return pagesOf(site).some((page) => isOnPage(site, page, where.of));
    case 'constant':
    case 'text':
    case 'pattern':
    case 'near':
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
    case 'same_version':
      return pagesOf(site).some((page) => isOnPage(site, page, where));
  }
}

/** The pages of a domain that fulfil an expression. */
export function foundPages(site: Site, where: Expression): readonly PageRecord[] {
  return pagesOf(site)
    .filter((page) => isOnPage(site, page, where))
    .map(({ record }) => record);
}

/** The versions of pages that fulfil an expression, each by itself. */
export function foundVersions(versions: readonly SiteVersion[], where: Expression): readonly SiteVersion[] {
  return versions.filter((version) => isOnPage(version.site, version, where));
}

function isOnPage(site: Site, page: Page, where: Expression): boolean {
  switch (where.kind) {
    case 'constant':
      return where.value;
    case 'and':
      return where.of.every((part) => isOnPage(site, page, part));
    case 'or':
      return where.of.some((part) => isOnPage(site, page, part));
    case 'not':
      return !isOnPage(site, page, where.of);
    case 'same_page':
      return isOnPage(site, page, where.of);
    case 'text':
    case 'pattern':
      return occurrences(page, where).length > 0;
    case 'near': {
      const [left, right] = [where.left, where.right].map((side) =>
        side.flatMap((needle) =>
          occurrences(page, needle).map((span) => ({ ...span, of: textOf(needle.scope) })),
        ),
      );
      const gap = (a: Span, b: Span): number => Math.max(0, b.start - a.end, a.start - b.end);
      const isSame = (a: Span, b: Span): boolean => a.start === b.start && a.end === b.end;
      return (left ?? []).some((a) =>
        (right ?? []).some((b) => a.of === b.of && !isSame(a, b) && gap(a, b) <= where.within),
      );
    }
    case 'keyword': {
      const { title, description, metaKeywords } = site.document.facts;
      const keyword = new RegExp(Array.from(where.text, escaped).join(''), 'iu');
      return [title ?? '', description ?? '', ...metaKeywords].some((text) => keyword.test(text));
    }
    case 'condition':
      return fulfils(site, where.condition);
    case 'change_time': {
      if (page.stood === undefined) throw new TypeError('these sites have no changes');
      const { first, last } = page.stood;
      const isLate = where.from !== null && last !== null && last < where.from * 1_000;
      return !isLate && (where.until === null || first < where.until * 1_000);
    }
    case 'same_change':
    case 'change_label':
    case 'change_by':
    case 'version_time':
    case 'same_version':
      throw new TypeError('these sites have no changes');
  }
}

/** A part of a text, in code points. */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | null)[];
}

/** A needle as a regular expression of JavaScript. */
function regularExpressionOf(needle: Needle): string {
  if (needle.kind === 'pattern') return needle.pattern;
  const literal = Array.from(needle.text, escaped).join('');
  return needle.wholeWord === true ? `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])` : literal;
}

/** The text that the ranges of a scope are in. */
function textOf(scope: Scope): Scope {
  return SCOPES[scope].of === 'another text' ? scope : 'body';
}

/** Places of a needle in a page: of a text all, of a pattern those that do not overlap one before. */
function occurrences(page: Page, needle: Needle): readonly Span[] {
  const pattern = new RegExp(regularExpressionOf(needle), needle.caseSensitive ? 'gu' : 'giu');
  return rangesOf(page, needle.scope).flatMap(({ text, from }) => {
    const spans: Span[] = [];
    pattern.lastIndex = 0;
    for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
      const start = from + lengthOf(text.slice(0, found.index));
      const groups = found.slice(1).map((group: string | undefined) => group ?? null);
      spans.push({ start, end: start + lengthOf(found[0]), groups });
      if (needle.kind === 'text')
        pattern.lastIndex = found.index + String.fromCodePoint(text.codePointAt(found.index) ?? 0).length;
    }
    return spans;
  });
}

/** The texts of a scope, and where in the source they begin, in code points. */
function rangesOf(
  { record, pieces }: Page,
  scope: Scope,
): readonly { readonly text: string; readonly from: number }[] {
  if (scope === 'url') return [{ text: record.url, from: 0 }];
  if (scope === 'body') return [{ text: record.source, from: 0 }];
  if (scope === 'rendered') {
    return record.rendered === undefined ? [] : [{ text: record.rendered.source, from: 0 }];
  }
  if (scope === 'dns') {
    const { dns } = record.facts;
    return dns.length === 0 ? [] : [{ text: dns.join('\n'), from: 0 }];
  }
  if (isOfAnswers(scope)) {
    const text = record.answers?.[scope] ?? '';
    return text === '' ? [] : [{ text, from: 0 }];
  }
  let at = 0;
  return pieces.filter(isOfSource).flatMap(([kind, content]) => {
    const [before, after] = MARKUP[kind];
    const begin = at;
    at += lengthOf(before) + lengthOf(content) + lengthOf(after);
    if (kind !== scope) return [];
    // Meta tags are whole.
    return kind === 'meta'
      ? [{ text: before + content + after, from: begin }]
      : [{ text: content, from: begin + lengthOf(before) }];
  });
}

/** The text in which matches of a scope have their positions. */
function wholeOf(record: PageRecord, scope: Scope): string {
  if (scope === 'url') return record.url;
  if (scope === 'dns') return record.facts.dns.join('\n');
  if (isOfAnswers(scope)) return record.answers?.[scope] ?? '';
  return scope === 'rendered' ? (record.rendered?.source ?? '') : record.source;
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}

function fulfils(site: Site, condition: Condition): boolean {
  if (condition.kind === 'matching')
    return fulfilsMatch(site.document, condition.field, condition.value) !== condition.negated;
  if (condition.kind === 'in_list')
    return isListed(site.document.domain, condition.values) !== condition.negated;
  const { field, kind } = condition;
  const values: readonly unknown[] = isOrderField(field)
    ? [valueOf(site, { field, direction: 'asc' })]
    : LABELLED[field](site.document);
  switch (kind) {
    case 'any_of':
      return condition.values.some((value) => values.includes(value)) !== condition.negated;
    case 'range': {
      const sign = compare(values[0], condition.value);
      if (sign === null) return false;
      if (sign === 0) return condition.op.endsWith('=');
      return sign < 0 === condition.op.startsWith('<');
    }
    case 'like': {
      const pattern = condition.pattern
        .split('%')
        .map((part) => Array.from(part, escaped).join(''))
        .join('[^]*');
      const isLike = typeof values[0] === 'string' && new RegExp(`^${pattern}$`, 'iu').test(values[0]);
      return isLike !== condition.negated;
    }
    case 'regex': {
      const [value] = values;
      const matches = typeof value === 'string' && new RegExp(condition.pattern, 'u').test(value);
      return matches !== condition.negated;
    }
    case 'versions':
      throw new TypeError('ranges of versions are compared in domain-facets.ts');
  }
}

function compare(a: unknown, b: unknown): number | null {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return typeof a === 'string' && typeof b === 'string' ? byCodePoint(a, b) : null;
}

/** A page that is found. */
export interface FoundPage {
  readonly site: Site;
  readonly record: PageRecord;
}

/** Compares two pages as the rules say. */
export function comparePages(rules: Query<'page'>['order']): (a: FoundPage, b: FoundPage) => number {
  return (a, b) => {
    for (const { field, direction } of rules) {
      let sign: number;
      if (field === 'url') sign = byCodePoint(a.record.url, b.record.url);
      else if (field === 'fetched_at') sign = secondsOf(a) - secondsOf(b);
      else if (DOMAIN_FIELDS[field] === undefined) throw new Error(`no field ${field}`);
      else {
        const ofDomain = compareBy([{ field, direction }])(a.site, b.site);
        if (ofDomain !== 0) return ofDomain;
        continue;
      }
      if (sign !== 0) return direction === 'asc' ? sign : -sign;
    }
    return 0;
  };
}

function secondsOf({ record }: FoundPage): number {
  return Math.floor(record.fetchedAt / 1000);
}

/** The first matches of what is sought on a page. */
export function matchesOn(
  site: Site,
  record: PageRecord,
  {
    sought,
    perNeedle,
    around,
    lines: shown = Infinity,
  }: Pick<Snippets, 'sought' | 'perNeedle' | 'around' | 'lines'>,
): readonly SourceMatch[] {
  const page = pagesOf(site).find((one) => one.record === record);
  if (page === undefined) throw new Error(`${record.url} is not a page of ${site.document.domain}`);
  return sought.flatMap(({ term, needle }) =>
    occurrences(page, needle)
      .slice(0, perNeedle)
      .map(({ start, end, groups }): SourceMatch => {
        const characters = Array.from(wholeOf(record, needle.scope));
        const lines = characters.slice(0, start).join('').split('\n');
        const further = characters.slice(end).join('').split('\n');
        const [before, after] = [lines.slice(-1 - shown), further.slice(0, 1 + shown)].map((some) =>
          Array.from(some.join('\n')),
        );
        return {
          term,
          scope: needle.scope,
          url: record.url,
          offset: start,
          line: lines.length,
          column: Array.from(lines.at(-1) ?? '').length + 1,
          before: (before ?? []).slice(around === 0 ? Infinity : -around).join(''),
          match: characters.slice(start, end).join(''),
          after: (after ?? []).slice(0, around).join(''),
          ...(needle.kind === 'pattern' ? { captures: groups, names: {} } : {}),
        };
      }),
  );
}
