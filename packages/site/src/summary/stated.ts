import type { PageFacts } from '../facts.ts';
import type { SitePage } from '../outline.ts';
import type {
  AppLink,
  Feed,
  LegalLink,
  PaymentMark,
  RegistrationNumber,
  SiteImage,
  StatedFacts,
} from '../stated-facts.ts';
import { firstValues, type FirstValues, joinFirst } from './first-values.ts';
import { differentTitles, joinTitles, nameInTitles } from './titles.ts';

/** Facts that some pages state about their site, in the order of the pages. */
export interface StatedSummary extends Omit<StatedFacts, 'images'> {
  readonly logos: readonly SiteImage[];
  readonly icons: readonly SiteImage[];
  /** Different titles, as `differentTitles` gives them. */
  readonly titles: readonly string[];
}

const FEEDS: FirstValues<Feed> = { keyOf: ({ url }) => url, max: 20 };
const IMAGES: FirstValues<SiteImage> = { keyOf: ({ url }) => url, max: 10 };
const LEGAL_LINKS: FirstValues<LegalLink> = { keyOf: ({ kind, url }) => `${kind} ${url}`, max: 20 };
const APP_LINKS: FirstValues<AppLink> = { keyOf: ({ store, id }) => `${store} ${id}`, max: 20 };
const PAYMENT_MARKS: FirstValues<PaymentMark> = { keyOf: ({ name }) => name, max: 30 };
const REGISTRATION_NUMBERS: FirstValues<RegistrationNumber> = {
  keyOf: ({ kind, number }) => `${kind} ${number}`,
  max: 20,
};

export function statedOf(pages: readonly SitePage[]): StatedSummary {
  const first = <Value>(rule: FirstValues<Value>, read: (facts: PageFacts) => readonly Value[]) =>
    firstValues(
      rule,
      pages.map(({ facts }) => read(facts)),
    );
  const images = Map.groupBy(
    pages.flatMap(({ facts }) => facts.images),
    ({ kind }) => kind,
  );
  return {
    siteName: firstKnown(pages, (facts) => facts.siteName),
    legalName: firstKnown(pages, (facts) => facts.legalName),
    feeds: first(FEEDS, (facts) => facts.feeds),
    logos: firstValues(IMAGES, [images.get('logo') ?? []]),
    icons: firstValues(IMAGES, [images.get('icon') ?? []]),
    legalLinks: first(LEGAL_LINKS, (facts) => facts.legalLinks),
    contactPage: firstKnown(pages, (facts) => facts.contactPage),
    appLinks: first(APP_LINKS, (facts) => facts.appLinks),
    paymentMarks: first(PAYMENT_MARKS, (facts) => facts.paymentMarks),
    registrationNumbers: first(REGISTRATION_NUMBERS, (facts) => facts.registrationNumbers),
    openingHours: pages.find(({ facts }) => facts.openingHours.length > 0)?.facts.openingHours ?? [],
    titles: differentTitles(pages.map(({ facts }) => facts.title)),
  };
}

export function joinStated(left: StatedSummary, right: StatedSummary): StatedSummary {
  return {
    siteName: left.siteName ?? right.siteName,
    legalName: left.legalName ?? right.legalName,
    feeds: joinFirst(FEEDS, left.feeds, right.feeds),
    logos: joinFirst(IMAGES, left.logos, right.logos),
    icons: joinFirst(IMAGES, left.icons, right.icons),
    legalLinks: joinFirst(LEGAL_LINKS, left.legalLinks, right.legalLinks),
    contactPage: left.contactPage ?? right.contactPage,
    appLinks: joinFirst(APP_LINKS, left.appLinks, right.appLinks),
    paymentMarks: joinFirst(PAYMENT_MARKS, left.paymentMarks, right.paymentMarks),
    registrationNumbers: joinFirst(REGISTRATION_NUMBERS, left.registrationNumbers, right.registrationNumbers),
    openingHours: left.openingHours.length > 0 ? left.openingHours : right.openingHours,
    titles: joinTitles(left.titles, right.titles),
  };
}

/**
 * The facts that a site states. Where its pages differ, the home page counts first, then the others by URL.
 *
 * @param stated facts of the home page first
 */
export function statedFacts({ logos, icons, titles, ...stated }: StatedSummary): StatedFacts {
  return {
    siteName: stated.siteName ?? nameInTitles(titles),
    legalName: stated.legalName,
    feeds: stated.feeds,
    images: joinFirst(IMAGES, logos, icons),
    legalLinks: stated.legalLinks,
    contactPage: stated.contactPage,
    appLinks: stated.appLinks,
    paymentMarks: stated.paymentMarks,
    registrationNumbers: stated.registrationNumbers,
    openingHours: stated.openingHours,
  };
}

function firstKnown<Value>(
  pages: readonly SitePage[],
  read: (facts: PageFacts) => Value | null,
): Value | null {
  for (const { facts } of pages) {
    const value = read(facts);
    if (value !== null) return value;
  }
  return null;
}
