import { compareCodePoints } from '../order.ts';
import { isRendered } from '../outline.ts';
import type { PageRecord } from '../page.ts';
import { versionsOf } from '../technology-versions.ts';

/** A page as far as labels follow from it. */
export interface LabelledPage extends Pick<PageRecord, 'charset' | 'facts'> {
  /** Absent or null if the page was not rendered. */
  readonly rendered?: object | null | undefined;
}

/** Labels that a site has of its pages alone: as `cutLabel` gives them, in code point order, the first 1,000 of each kind. */
export interface LabelSummary {
  /** Labels of the versions of technologies. */
  readonly technologyVersions: readonly string[];
  readonly generators: readonly string[];
  readonly charsets: readonly string[];
  /** Whether a page was rendered. */
  readonly isRendered: boolean;
}

/** Maximum of the labels of a kind. */
const MAX_LABELS = 1_000;
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
    ),
    generators: firstInOrder(
      pages.flatMap(({ facts: { generator } }) =>
        generator === null || generator === '' ? [] : [cutLabel(generator)],
      ),
    ),
    charsets: firstInOrder(pages.map(({ charset }) => charset)),
    isRendered: pages.some(isRendered),
  };
}

export function joinPageLabels(left: LabelSummary, right: LabelSummary): LabelSummary {
  return {
    technologyVersions: joined(left.technologyVersions, right.technologyVersions),
    generators: joined(left.generators, right.generators),
    charsets: joined(left.charsets, right.charsets),
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
function joined(left: readonly string[], right: readonly string[]): readonly string[] {
  return right.every((label) => left.includes(label)) ? left : firstInOrder([...left, ...right]);
}

function firstInOrder(labels: readonly string[]): readonly string[] {
  return [...new Set(labels)].sort(compareCodePoints).slice(0, MAX_LABELS);
}
