import { compareCodePoints } from '../order.ts';
import { isRendered } from '../outline.ts';
import type { PageRecord } from '../page.ts';
import { versionsOf } from '../technology-versions.ts';

/** A page as far as labels follow from it. */
export interface LabelledPage extends Pick<PageRecord, 'charset' | 'facts'> {
  /** Absent or null if the page was not rendered. */
  readonly rendered?: object | null | undefined;
}

/** Labels that a site has of its pages alone, as `cutLabel` gives them: the first ones in code point order. */
export interface LabelSummary {
  /** Labels of the versions of technologies, at most 1,000. */
  readonly technologyVersions: readonly string[];
  /** Generators, at most 100, because they can be long. */
  readonly generators: readonly string[];
  readonly charsets: readonly string[];
  /** True if the page was rendered. */
  readonly isRendered: boolean;
}

const MAX_VERSIONS = 1_000;
const MAX_GENERATORS = 100;
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
    generators: firstInOrder(
      pages.flatMap(({ facts: { generator } }) =>
        generator === null || generator === '' ? [] : [cutLabel(generator)],
      ),
      MAX_GENERATORS,
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
    technologyVersions: joined(left.technologyVersions, right.technologyVersions, MAX_VERSIONS),
    generators: joined(left.generators, right.generators, MAX_GENERATORS),
    charsets: joined(left.charsets, right.charsets, MAX_CHARSETS),
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

/** Labels of two ranges of pages. A label that is among the first ones of all pages is so in its range, too. */
function joined(left: readonly string[], right: readonly string[], max: number): readonly string[] {
  return right.every((label) => left.includes(label)) ? left : firstInOrder([...left, ...right], max);
}

function firstInOrder(labels: readonly string[], max: number): readonly string[] {
  return [...new Set(labels)].sort(compareCodePoints).slice(0, max);
}
