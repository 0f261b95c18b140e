import { isRendered } from '../outline.ts';
import type { PageRecord } from '../page.ts';
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
  /** True if the page was rendered. */
  readonly isRendered: boolean;
}

const MAX_VERSIONS = 1_000;
/** More than there are encodings. */
const MAX_CHARSETS = 100;
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
    isRendered: pages.some(isRendered),
  };
}

export function joinPageLabels(left: LabelSummary, right: LabelSummary): LabelSummary {
  return {
    technologyVersions: joinInOrder(left.technologyVersions, right.technologyVersions, MAX_VERSIONS),
    charsets: joinInOrder(left.charsets, right.charsets, MAX_CHARSETS),
    isRendered: left.isRendered || right.isRendered,
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
