import type { RangeScope } from '@sitegrep/search';
import { type PageSource, PageText } from '@sitegrep/texts';
import type { DecidedPage, DecidedSite } from './site.ts';
import type { WorkLeft } from './work.ts';

/** UTF-16 units of texts that are kept for a second look; those read last stay. */
const MAX_KEPT = 16 << 20;

/** The texts of a site's pages, which are read when they are needed. */
export class SiteTexts {
  readonly #site: DecidedSite;
  readonly #ranged: ReadonlySet<RangeScope>;
  readonly #work: WorkLeft;
  readonly #pages = new Map<number, PageText>();
  /** UTF-16 units of each of these pages that were read. */
  readonly #units = new Map<number, number>();
  #keptUnits = 0;

  /** @param ranged scopes of all searches that are ranges of sources */
  constructor(site: DecidedSite, ranged: ReadonlySet<RangeScope>, work: WorkLeft) {
    this.#site = site;
    this.#ranged = ranged;
    this.#work = work;
  }

  /** The texts of a page; reading one may throw OutOfWork. */
  page(number: number): PageText {
    const kept = this.#pages.get(number);
    if (kept !== undefined) return kept;
    const source = this.#site.pages[number];
    if (source === undefined) throw new RangeError(`the site has no page ${number}`);
    const page = new PageText(this.#counted(number, source), this.#ranged, () => undefined);
    this.#pages.set(number, page);
    return page;
  }

  /** A page whose reading is work. */
  #counted(number: number, page: DecidedPage): PageSource {
    const read = (text: string): string => {
      this.#work.read(text.length);
      this.#keep(number, text.length);
      return text;
    };
    return {
      url: page.url,
      facts: page.facts,
      get source() {
        return read(page.source);
      },
      get rendered() {
        const { rendered } = page;
        return rendered === undefined ? undefined : { source: read(rendered.source) };
      },
      get answers() {
        return page.answers;
      },
    };
  }

  /** Keeps a text that was read for a second look, in place of others. */
  #keep(number: number, units: number): void {
    this.#units.set(number, (this.#units.get(number) ?? 0) + units);
    this.#keptUnits += units;
    for (const [other, length] of this.#units) {
      if (this.#keptUnits <= MAX_KEPT) break;
      if (other === number) continue;
      this.#pages.delete(other);
      this.#units.delete(other);
      this.#keptUnits -= length;
    }
  }
}
