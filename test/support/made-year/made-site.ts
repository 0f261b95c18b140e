// The visits of one site, each of which can be made without those before it.
import { keyedRandom } from './keyed-random.ts';
import {
  editedTexts,
  hasOwnTitle,
  type BasePage,
  type PageParts,
  type PreparedPage,
  preparedPage,
  withParts,
} from './made-page.ts';
import { type MadeLabel, type Marker, VARIANTS } from './markers.ts';
import { noise } from './noise.ts';
import type { ChangeRates } from './rates.ts';
import { type Placed, type SiteCourse, siteCourse } from './site-course.ts';
import { type Span, valueAt } from './spells.ts';
import { type MadePage, type MadeVisit, type PageTruth, uniqueLabels, type VisitTruth } from './visits.ts';

/** A site that visits are made from. */
export interface BaseSite {
  /** Canonical domain. */
  readonly domain: string;
  /** Pages on the domain or under it, the home page first. */
  readonly pages: readonly BasePage[];
}

export interface SiteOptions {
  readonly seed: string;
  readonly rates: ChangeRates;
  readonly span: Span;
}

/** Part of a domain that a site moved to. */
const MOVED = 'moved-';

export class MadeSite {
  readonly domain: string;
  readonly movedTo: string;
  readonly course: SiteCourse;
  readonly #pages: readonly PreparedPage[];
  readonly #options: SiteOptions;

  constructor({ domain, pages }: BaseSite, options: SiteOptions) {
    this.domain = domain;
    this.movedTo = `${MOVED}${domain}`;
    this.#options = options;
    this.#pages = pages.map(preparedPage);
    const texts = pages.map(({ body }) => Buffer.from(body).toString('latin1').toLowerCase());
    const hasTrace = (trace: string): boolean => texts.some((text) => text.includes(trace));
    this.course = siteCourse(domain, { ...options, pages: pages.length, hasTrace });
  }

  /**
   * The facts of one of the site's domains at a moment.
   *
   * @param number of the visit
   * @param moved whether the domain is the one that the site moves to
   * @returns null if the site has not moved there yet
   */
  truth(number: number, at: number, moved: boolean): VisitTruth | null {
    const { seed, rates } = this.#options;
    const domain = moved ? this.movedTo : this.domain;
    const hasMoved = at >= this.course.movesAt;
    if (moved && !hasMoved) return null;
    const visit = { domain, number, at, movedTo: null, pages: [], fetched: 0 };
    if (!moved && hasMoved) return { ...visit, outcome: 'moved', movedTo: this.movedTo };
    if (this.course.gone.some(({ from, until }) => from <= at && at < until))
      return { ...visit, outcome: 'gone' };
    const random = keyedRandom(seed, 'visit', domain, number);
    if (random.chance(rates.outages)) return { ...visit, outcome: 'outage' };
    const pages = this.#pages.map((_, page) => this.#page(page, number, at, domain));
    const isSmaller = random.chance(rates.smallerVisits);
    const fetched = isSmaller ? Math.max(1, random.below(pages.length)) : pages.length;
    return { ...visit, outcome: 'pages', pages, fetched };
  }

  /** A visit with the sources that it gets. */
  visit(truth: VisitTruth): MadeVisit {
    const sources = truth.pages
      .slice(0, truth.fetched)
      .map((page, index) => this.#source(page, index, truth));
    return { ...truth, sources };
  }

  /** Labels that follow from markers alone on one of its domains, whichever of them are there. */
  controlled(domain: string, versions: number): readonly MadeLabel[] {
    const labels = [...this.course.markers, ...VARIANTS].flatMap((marker) =>
      Array.from({ length: marker.isVersioned ? versions : 1 }, (_, version) =>
        marker.labels(domain, version),
      ).flat(),
    );
    return uniqueLabels(labels);
  }

  #page(page: number, number: number, at: number, domain: string): PageTruth {
    const base = this.#pages[page];
    const course = this.course.pages[page];
    if (base === undefined || course === undefined) throw new RangeError(`${domain} has no page ${page}`);
    const url = new URL(base.url);
    if (domain !== this.domain) url.hostname = domain;
    const title = valueAt(course.titles, at);
    return {
      url: url.href,
      title: title === 0 || !hasOwnTitle(base) ? null : `Edition ${title} of page ${page}`,
      labels: this.#placed(page, number, at).flatMap(({ marker, version }) => marker.labels(domain, version)),
    };
  }

  #placed(page: number, number: number, at: number): readonly Placed[] {
    const placed = this.course.slots
      .filter((slot) => slot.page === null || slot.page === page)
      .flatMap(({ spells }) => valueAt(spells, at) ?? []);
    const variant = page === 0 && this.course.alternates ? VARIANTS[number % VARIANTS.length] : undefined;
    return variant === undefined ? placed : [...placed, { marker: variant, version: 0 }];
  }

  #source(truth: PageTruth, page: number, { domain, number, at }: VisitTruth): MadePage {
    const base = this.#pages[page];
    const course = this.course.pages[page];
    if (base === undefined || course === undefined) throw new RangeError(`${domain} has no page ${page}`);
    const { seed, rates } = this.#options;
    const markup = (part: Marker['part']): string =>
      this.#placed(page, number, at)
        .filter(({ marker }) => marker.part === part)
        .map(({ marker, version }) => `${marker.markup(domain, version)}\n`)
        .join('');
    const edits = course.edits.filter((edit) => edit <= at).length;
    const texts = editedTexts([seed, 'text', this.domain, page], edits, rates.editedShare * base.body.length);
    const own = keyedRandom(seed, 'noise', domain, number, page);
    const parts: PageParts = {
      title: truth.title,
      head: markup('head'),
      body: `${texts}${markup('body')}${course.isNoisy ? noise(own, rates.noiseValues, at) : ''}`,
    };
    return { ...truth, headers: base.headers, body: withParts(base, parts) };
  }
}
