// Which documents and pages an expression means, by a plain scan: RE2 in Python decides for each text and pattern on each
// page, parse5 says where scopes are, and the rest is read off the tree word by word.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Expression, Near, Needle, OrderRule, SortField } from '@sitegrep/search';
import type { PageRecord } from '@sitegrep/site';
import type { StoredDomain } from '@sitegrep/storage';
import { standardScopes } from '../../../packages/html/test/standard-scopes.ts';
import { ensurePythonPackage } from '../../../infra/dev/python-package.ts';
import { cacheFolder } from '../../../infra/dev/cache-folder.ts';

type Leaf = Needle | Near;

/** A page with the number that Python knows it by. */
interface ScannedPage {
  readonly number: number;
  readonly url: string;
  readonly fetchedAt: number;
}

interface ScannedDomain {
  readonly stored: StoredDomain;
  readonly pages: readonly ScannedPage[];
}

/** A domain, or a page of it, as an answer names it. */
export interface Item {
  readonly domain: string;
  readonly url: string | null;
  readonly values: Readonly<Record<string, string | number | null>>;
}

export class PageScan implements AsyncDisposable {
  readonly #domains: readonly ScannedDomain[];
  readonly #decide: (leaf: Leaf) => Promise<ReadonlySet<number>>;
  readonly #end: () => Promise<void>;
  readonly #known = new Map<string, ReadonlySet<number>>();

  private constructor(
    domains: readonly ScannedDomain[],
    decide: (leaf: Leaf) => Promise<ReadonlySet<number>>,
    end: () => Promise<void>,
  ) {
    this.#domains = domains;
    this.#decide = decide;
    this.#end = end;
  }

  static async of(stored: readonly StoredDomain[]): Promise<PageScan> {
    let number = 0;
    const domains = stored.map((one) => ({
      stored: one,
      pages: one.pages.map(({ url, fetchedAt }) => ({ number: number++, url, fetchedAt })),
    }));
    const programs = await ensurePythonPackage(cacheFolder(process.env, process.getuid?.()), {
      name: 'google-re2',
      version: '1.1.20251105',
    });
    const python = spawn(`${programs}/python`, [`${import.meta.dirname}/scan.py`], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: python.stdout })[Symbol.asyncIterator]();
    const send = async (value: unknown): Promise<void> => {
      if (!python.stdin.write(`${JSON.stringify(value)}\n`)) await once(python.stdin, 'drain');
    };
    await send({
      pages: stored.flatMap(({ pages }) =>
        pages.map((page) => ({ source: page.source, ranges: rangesOf(page.source), texts: textsOf(page) })),
      ),
    });
    const decide = async (leaf: Leaf): Promise<ReadonlySet<number>> => {
      await send(leafForPython(leaf));
      const line = await lines.next();
      if (line.done === true) throw new Error('the scan in Python ended');
      const numbers: unknown = JSON.parse(line.value);
      if (!Array.isArray(numbers)) throw new TypeError('the scan in Python answered something else');
      return new Set(numbers.map(Number));
    };
    return new PageScan(domains, decide, async () => {
      python.stdin.end();
      await once(python, 'close');
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }

  /** All items that match, in order. */
  async items(
    where: Expression,
    level: 'domain' | 'page',
    order: readonly OrderRule<SortField>[],
  ): Promise<readonly Item[]> {
    const leaves = new Map<string, ReadonlySet<number>>();
    for (const leaf of leavesIn(where)) {
      const key = JSON.stringify(leaf);
      const known = this.#known.get(key) ?? (await this.#decide(leaf));
      this.#known.set(key, known);
      leaves.set(key, known);
    }
    const items = this.#domains.flatMap((domain) => {
      if (level === 'domain') return holds(where, domain, null, leaves) ? [itemOf(domain, null)] : [];
      return domain.pages
        .filter((page) => holds(where, domain, page, leaves))
        .map((page) => itemOf(domain, page));
    });
    return items.sort((a, b) => {
      for (const { field, direction } of order) {
        const sign = compared(a.values[field] ?? null, b.values[field] ?? null, direction);
        if (sign !== 0) return sign;
      }
      return 0;
    });
  }
}

function* leavesIn(where: Expression): Generator<Leaf> {
  switch (where.kind) {
    case 'text':
    case 'pattern':
    case 'near':
      yield where;
      break;
    case 'and':
    case 'or':
      for (const one of where.of) yield* leavesIn(one);
      break;
    case 'not':
    case 'same_page':
      yield* leavesIn(where.of);
      break;
    case 'constant':
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
    case 'same_version':
  }
}

/** @param page null: the domain as a whole */
function holds(
  where: Expression,
  domain: ScannedDomain,
  page: ScannedPage | null,
  leaves: ReadonlyMap<string, ReadonlySet<number>>,
): boolean {
  switch (where.kind) {
    case 'constant':
      return where.value;
    case 'and':
      return where.of.every((one) => holds(one, domain, page, leaves));
    case 'or':
      return where.of.some((one) => holds(one, domain, page, leaves));
    case 'not':
      return !holds(where.of, domain, page, leaves);
    case 'same_page':
      return page === null
        ? domain.pages.some((one) => holds(where.of, domain, one, leaves))
        : holds(where.of, domain, page, leaves);
    case 'text':
    case 'pattern':
    case 'near': {
      const having = leaves.get(JSON.stringify(where));
      return (page === null ? domain.pages : [page]).some(({ number }) => having?.has(number) === true);
    }
    case 'condition': {
      const { condition } = where;
      if (condition.kind !== 'any_of') throw new TypeError('the scan knows values only');
      const isOne = valuesOf(condition.field, domain.stored).some((value) =>
        condition.values.includes(value),
      );
      return isOne !== condition.negated;
    }
    case 'keyword':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
    case 'same_version':
      throw new TypeError(`the scan knows no ${where.kind}`);
  }
}

/** Values of a field of a domain that conditions name. */
function valuesOf(field: string, { domain, pages }: StoredDomain): readonly (string | number)[] {
  if (field === 'domain') return [domain];
  if (field !== 'has') throw new TypeError(`the scan knows nothing of ${field}`);
  return pages.some(({ answers }) => answers !== undefined && answers.headers !== '') ? ['headers'] : [];
}

function itemOf({ stored }: ScannedDomain, page: ScannedPage | null): Item {
  const { domain, rank, facts } = stored;
  const values = {
    domain,
    rank,
    visited: facts.lastVisited === null ? null : Math.floor(facts.lastVisited / 1_000),
    url: page?.url ?? null,
    fetched_at: page === null ? null : Math.floor(page.fetchedAt / 1_000),
  };
  return { domain, url: page?.url ?? null, values };
}

function compared(a: string | number | null, b: string | number | null, direction: 'asc' | 'desc'): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  const ascending =
    typeof a === 'number' && typeof b === 'number'
      ? a - b
      : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
  return direction === 'asc' ? ascending : -ascending;
}

/** Texts of a page by their scopes, but its source. */
function textsOf({ url, rendered, facts, answers }: PageRecord): Readonly<Record<string, string>> {
  return {
    url,
    ...(rendered === undefined ? {} : { rendered: rendered.source }),
    ...(facts.dns.length === 0 ? {} : { dns: facts.dns.join('\n') }),
    ...Object.fromEntries(Object.entries(answers ?? {}).filter(([, text]) => text !== '')),
  };
}

/** Ranges of all scopes, in characters as Python counts them. */
function rangesOf(source: string): Readonly<Record<string, readonly (readonly [number, number])[]>> {
  const counts = characterCounts(source);
  return Object.fromEntries(
    Object.entries(standardScopes(source)).map(([scope, ranges]) => [
      scope,
      ranges.map(([start, end]) => [counts(start), counts(end)] as const),
    ]),
  );
}

function characterCounts(source: string): (at: number) => number {
  if (!/[\ud800-\udbff]/.test(source)) return (at) => at;
  const before = new Uint32Array(source.length + 1);
  for (let at = 0; at < source.length; at++)
    before[at + 1] = (before[at] ?? 0) + ((source.charCodeAt(at) & 0xfc00) === 0xdc00 ? 0 : 1);
  return (at) => before[at] ?? 0;
}

function leafForPython(leaf: Leaf): unknown {
  if (leaf.kind === 'near')
    return {
      near: leaf.within,
      left: leaf.left.map(needleForPython),
      right: leaf.right.map(needleForPython),
    };
  return { near: null, needles: [needleForPython(leaf)] };
}

function needleForPython(needle: Needle): unknown {
  const re = needle.kind === 'text' ? escaped(needle.text) : needle.pattern;
  return {
    re: needle.caseSensitive ? re : `(?i)${re}`,
    is_text: needle.kind === 'text',
    is_word: needle.kind === 'text' && needle.wholeWord === true,
    scope: needle.scope,
  };
}

function escaped(text: string): string {
  return Array.from(
    text,
    (character) => String.raw`\x{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  ).join('');
}
