interface ScannedPage {
  readonly fetchedAt: number;
  readonly folded: string;
  /** Hosts of other sites that it links to. */
  readonly linked: readonly string[];
}

/**
 * The plainest exact search there is, to hold the index against: every page of every domain, folded, `includes`.
 * It shares nothing with the index, nor the folding, which is taken from the engine's own regular expressions here.
 */
export class PlainScan {
  private readonly sites = new Map<string, Map<string, ScannedPage>>();

  /** A newer capture of a URL replaces an older one. */
  add(domain: string, url: string, fetchedAt: number, source: string, linked: readonly string[] = []): void {
    const pages = this.sites.get(domain) ?? new Map<string, ScannedPage>();
    const known = pages.get(url);
    if (known === undefined || known.fetchedAt < fetchedAt)
      pages.set(url, { fetchedAt, folded: foldPlainly(source), linked });
    this.sites.set(domain, pages);
  }

  /** Hosts that each domain links to. */
  links(): readonly (readonly [domain: string, linked: readonly string[]])[] {
    return Array.from(this.sites, ([domain, pages]) => [
      domain,
      [...pages.values()].flatMap(({ linked }) => linked),
    ]);
  }

  get size(): number {
    return this.sites.size;
  }

  domains(): string[] {
    return [...this.sites.keys()];
  }

  /** Folded text of the n-th page, counted round and round. */
  page(n: number): string {
    this.texts ??= [...this.sites.values()].flatMap((pages) =>
      [...pages.values()].map((page) => page.folded),
    );
    return this.texts[n % this.texts.length] ?? '';
  }

  private texts: string[] | null = null;

  /** Domains that hold each term on one of their pages, in code point order. */
  search(terms: readonly string[]): string[] {
    const folded = terms.map(foldPlainly);
    const found: string[] = [];
    for (const [domain, pages] of this.sites) {
      const texts = [...pages.values()];
      if (folded.every((term) => texts.some((page) => page.folded.includes(term)))) found.push(domain);
    }
    return found.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  }
}

/** Simple case folding as /iu does it: each character becomes the smallest member of its class. */
export function foldPlainly(text: string): string {
  return text.replace(CASED, (character) => SMALLEST.get(character) ?? character);
}

const CASED = /[\p{Changes_When_Casefolded}\p{Changes_When_Casemapped}]/gu;
const SMALLEST = smallestOfEachClass();

/** Characters that /iu holds to be the same, gathered into classes by their upper, lower and normal forms. */
function smallestOfEachClass(): Map<string, string> {
  const cased: string[] = [];
  for (let point = 0; point <= 0x10ffff; point++) {
    const character = String.fromCodePoint(point);
    if (character.isWellFormed() && character.search(CASED) >= 0) cased.push(character);
  }
  const byUpperCase = Map.groupBy(cased, (character) => character.toUpperCase());
  const classes = new Map<string, Set<string>>();
  for (const character of cased) {
    const pattern = new RegExp(`^${character}$`, 'iu');
    const upper = character.toUpperCase();
    const forms = [
      upper,
      character.toLowerCase(),
      character.normalize('NFC'),
      ...(byUpperCase.get(upper) ?? []),
    ];
    const same = [character, ...forms.filter((form) => pattern.test(form))];
    const joined = new Set(same.flatMap((member) => [member, ...(classes.get(member) ?? [])]));
    for (const member of joined) classes.set(member, joined);
  }
  return new Map(
    [...classes].map(([character, members]) => [character, [...members].sort()[0] ?? character]),
  );
}
