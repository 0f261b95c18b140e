// A site is folded from a summary of its pages. Summaries of neighbouring ranges of pages, in the order of URLs, can be joined to
// that of both, in any nesting: so a storage that keeps summaries of blocks of pages folds a site whose page changed from the block
// of that page, the summaries of the other blocks, and the home page, whatever the number of pages. Each group of facts has a file
// with its summary of pages, how two are joined, and what follows from it.
import { judgeCountry } from '../country-judge.ts';
import type { DnsRecords } from '../dns-records.ts';
import type { SiteFacts, TechnologyTree } from '../facts.ts';
import { type Labels, labelsOfSummary } from '../labels.ts';
import type { SitePage } from '../outline.ts';
import { type HomeCandidate, homeOf, joinHomes } from '../pages.ts';
import { addOnNames, addOnsOf, type AddOnSummary, joinAddOns } from './add-ons.ts';
import { contactFacts, contactsOf, type ContactSummary, joinContacts } from './contacts.ts';
import { countryVotesOf, type CountryVotes, joinCountryVotes } from './country-votes.ts';
import { firstInOrder, joinInOrder } from './first-values.ts';
import {
  contentLanguage,
  declaredLanguage,
  joinLanguages,
  languagesOf,
  type LanguageSummary,
} from './languages.ts';
import { joinLinkedHosts, linkedHostsOf, targetsOf } from './linked-hosts.ts';
import { joinPageLabels, type LabelSummary, pageLabelsOf } from './page-labels.ts';
import { joinStated, statedFacts, statedOf, type StatedSummary } from './stated.ts';
import {
  impliedTechnologies,
  joinNames,
  joinTechnologies,
  seenTechnologies,
  technologyTree,
} from './technologies.ts';

/** Maximum generators of a site, in code point order; they can be long. */
const MAX_GENERATORS = 100;

/** Summary of some pages of a site, as far as facts follow from it. */
export interface FactSummary {
  /** Time at which the last page was fetched, in milliseconds since the epoch. */
  readonly lastVisited: number;
  readonly countryVotes: readonly CountryVotes[];
  readonly languages: LanguageSummary;
  readonly contacts: ContactSummary;
  readonly stated: StatedSummary;
  readonly technologies: TechnologyTree;
  /** Names of those that some page has evidence of, in code point order. */
  readonly seenTechnologies: readonly string[];
  readonly dns: DnsRecords;
  readonly generators: readonly string[];
  readonly addOns: AddOnSummary;
}

/** Summary of some pages of a site, a value of JSON. */
export interface SiteSummary extends FactSummary {
  /** The page that is the home page of the site if no other page goes before it. */
  readonly home: HomeCandidate;
  readonly labels: LabelSummary;
  /** Hosts of other sites, in the order of the pages. */
  readonly linkedHosts: readonly string[];
}

/** Values that follow from all pages of a site. */
export interface Conclusions {
  readonly facts: SiteFacts;
  /** Labels of the site, as `labelsOf` gives them. */
  readonly labels: Labels;
  /** Domains that the site links to, as `linkTargets` gives them. */
  readonly targets: readonly string[];
}

/**
 * The summary of some pages of a site.
 *
 * @param pages at least one, neighbours in code point order of URLs
 */
export function summaryOf(domain: string, pages: readonly SitePage[]): SiteSummary {
  return {
    home: homeOf(domain, pages),
    ...factSummaryOf(pages),
    labels: pageLabelsOf(pages),
    linkedHosts: linkedHostsOf(domain, pages),
  };
}

/**
 * The summary of the pages of two summaries; associative.
 *
 * @param left pages before those of `right` in code point order of URLs
 */
export function joinSummaries(left: SiteSummary, right: SiteSummary): SiteSummary {
  return {
    home: joinHomes(left.home, right.home),
    lastVisited: Math.max(left.lastVisited, right.lastVisited),
    countryVotes: joinCountryVotes(left.countryVotes, right.countryVotes),
    languages: joinLanguages(left.languages, right.languages),
    contacts: joinContacts(left.contacts, right.contacts),
    stated: joinStated(left.stated, right.stated),
    technologies: joinTechnologies(left.technologies, right.technologies),
    seenTechnologies: joinNames(left.seenTechnologies, right.seenTechnologies),
    dns: left.dns.length > 0 ? left.dns : right.dns,
    generators: joinInOrder(left.generators, right.generators, MAX_GENERATORS),
    addOns: joinAddOns(left.addOns, right.addOns),
    labels: joinPageLabels(left.labels, right.labels),
    linkedHosts: joinLinkedHosts(left.linkedHosts, right.linkedHosts),
  };
}

/**
 * The conclusions of a site, the same as those of a fold of all of its pages.
 *
 * @param home its home page, which is the one of `summary.home`
 * @param summary that of all its pages
 */
export function conclude(domain: string, home: SitePage, summary: SiteSummary): Conclusions {
  const facts = factsOf(domain, home, {
    ...summary,
    contacts: joinContacts(contactsOf([home]), summary.contacts),
    stated: joinStated(statedOf([home]), summary.stated),
  });
  const hosts = joinLinkedHosts(linkedHostsOf(domain, [home]), summary.linkedHosts);
  return {
    facts,
    labels: labelsOfSummary(domain, facts, summary.addOns, summary.labels),
    targets: targetsOf(hosts),
  };
}

/** @param pages at least one, in code point order of URLs, or the home page first and then the others so */
export function factSummaryOf(pages: readonly SitePage[]): FactSummary {
  return {
    lastVisited: pages.reduce((latest, page) => Math.max(latest, page.fetchedAt), 0),
    countryVotes: countryVotesOf(pages),
    languages: languagesOf(pages),
    contacts: contactsOf(pages),
    stated: statedOf(pages),
    technologies: technologyTree(pages),
    seenTechnologies: seenTechnologies(pages),
    dns: pages.find(({ facts }) => facts.dns.length > 0)?.facts.dns ?? [],
    generators: firstInOrder(
      pages.flatMap((page) => page.facts.generators),
      MAX_GENERATORS,
    ),
    addOns: addOnsOf(pages),
  };
}

/** The facts of a site. @param summary its contacts and what it states are in the order of pages with the home page first */
export function factsOf(domain: string, home: SitePage, summary: FactSummary): SiteFacts {
  const { title, description, metaKeywords, kind, certificate, countryEvidence } = home.facts;
  const { country, evidence } = judgeCountry(domain, countryEvidence, summary.countryVotes);
  return {
    title,
    description,
    metaKeywords,
    kind,
    lastVisited: summary.lastVisited,
    countryIsoCode: country,
    countryEvidence: evidence,
    languageCode: declaredLanguage(home, summary.languages),
    contentLanguageCode: contentLanguage(home, summary.languages),
    certificate,
    ...contactFacts(summary.contacts),
    technologies: summary.technologies,
    impliedTechnologies: impliedTechnologies(summary.technologies, summary.seenTechnologies),
    dns: home.facts.dns.length > 0 ? home.facts.dns : summary.dns,
    generators: summary.generators,
    plugins: addOnNames(summary.addOns.plugins),
    themes: addOnNames(summary.addOns.themes),
    ...statedFacts(summary.stated),
  };
}
