import { isRendered } from '../outline.ts';
import { type NamedHost, uniqueHosts } from '../loaded-hosts.ts';
import type { PageRecord } from '../page.ts';
import type { SiteAnswers } from '../site-answers.ts';
import { versionsOf } from '../technology-versions.ts';
import { firstInOrder, joinInOrder } from './first-values.ts';

/** A page as far as labels follow from it. */
export interface LabelledPage extends Pick<PageRecord, 'charset' | 'facts'> {
  /** Absent or null if the page was not rendered. */
  readonly rendered?: object | null | undefined;
}

/** Labels that a site has of its pages alone, as `cutLabel` gives them: the first ones in code point order. */
export interface LabelSummary {
  /** Labels of the versions of technologies, at most 1,000. */
  readonly technologyVersions: readonly string[];
  readonly charsets: readonly string[];
  /** Versions of the facts of pages, at most 100. */
  readonly factsVersions: readonly string[];
  /** True if the page was rendered. */
  readonly isRendered: boolean;
  /** Hosts that pages name, as `uniqueHosts` gives them. */
  readonly hosts: readonly NamedHost[];
  /** Header fields in the form of `PageFacts`, and cookies, at most 1,000 of each. */
  readonly headers: readonly string[];
  readonly cookies: readonly string[];
  /** Answers of the site besides its pages, of the first page that has them. */
  readonly site: SiteAnswers | null;
}

const MAX_VERSIONS = 1_000;
/** More than there are encodings. */
const MAX_CHARSETS = 100;
/** Maximum header fields, and maximum cookies. */
const MAX_FIELDS = 1_000;
const MAX_FACTS_VERSIONS = 100;
/** Maximum UTF-16 length of a label; what is longer is cut, so that an index of labels stays small. */
const MAX_LENGTH = 1_000;

export function pageLabelsOf(pages: readonly LabelledPage[]): LabelSummary {
  return {
    technologyVersions: firstInOrder(
      pages.flatMap(({ facts }) =>
        facts.technologies.flatMap((technology) =>
          versionsOf(technology).map((version) => cutLabel(versionLabel(technology.name, version))),
        ),
      ),
      MAX_VERSIONS,
    ),
    charsets: firstInOrder(
      pages.map(({ charset }) => charset),
      MAX_CHARSETS,
    ),
    factsVersions: firstInOrder(
      pages.map(({ facts }) => facts.version),
      MAX_FACTS_VERSIONS,
    ),
    isRendered: pages.some(isRendered),
    hosts: uniqueHosts(pages.flatMap(({ facts }) => facts.hosts)),
    headers: firstInOrder(
      pages.flatMap(({ facts }) => facts.headers),
      MAX_FIELDS,
    ),
    cookies: firstInOrder(
      pages.flatMap(({ facts }) => facts.cookies),
      MAX_FIELDS,
    ),
    site: pages.find(({ facts }) => facts.site !== null)?.facts.site ?? null,
  };
}

export function joinPageLabels(left: LabelSummary, right: LabelSummary): LabelSummary {
  return {
    technologyVersions: joinInOrder(left.technologyVersions, right.technologyVersions, MAX_VERSIONS),
    charsets: joinInOrder(left.charsets, right.charsets, MAX_CHARSETS),
    factsVersions: joinInOrder(left.factsVersions, right.factsVersions, MAX_FACTS_VERSIONS),
    isRendered: left.isRendered || right.isRendered,
    hosts: uniqueHosts([...left.hosts, ...right.hosts]),
    headers: joinInOrder(left.headers, right.headers, MAX_FIELDS),
    cookies: joinInOrder(left.cookies, right.cookies, MAX_FIELDS),
    site: left.site ?? right.site,
  };
}

/** Label of a version. @param of name of a technology, slug of a plugin or theme */
export function versionLabel(of: string, version: string): string {
  return `${of}\0${version}`;
}

/** A label as storages keep it. */
export function cutLabel(label: string): string {
  return label.slice(0, MAX_LENGTH).toWellFormed();
}
