// What a row of the results says of a domain or page.
import type { FoundChange, FoundVersion } from '@sitegrep/client';
import type { Item } from '../api/search.ts';
import { timeInAddress } from '../format.ts';
import { KINDS, type LabelKind } from '../text/history.ts';

/** Address of what was found. */
export function urlOf(item: Item): string {
  return 'url' in item ? item.url : `https://${item.domain}/`;
}

/** A technology of a domain. */
interface FoundTechnology {
  readonly name: string;
  /** True if others alone imply it. */
  readonly isImplied: boolean;
}

/** The technologies of a domain, each once although it may be in several categories; those that are only implied come last. */
export function technologiesOf(item: Item): readonly FoundTechnology[] {
  if (item.type !== 'domain_technology_item') return [];
  const implied = new Set(item.implied_tech);
  const names = new Set(Object.values(item.tech).flatMap((group) => Object.values(group).flat()));
  return Array.from(names, (name) => ({ name, isImplied: implied.has(name) })).sort(
    (a, b) => Number(a.isImplied) - Number(b.isImplied),
  );
}

/** A label that was added or removed. */
export interface ChangedLabel {
  readonly kind: LabelKind;
  readonly label: string;
}

/** The labels of one side of a change, each with its kind. */
export function changedLabels(labels: FoundChange['added']): readonly ChangedLabel[] {
  return KINDS.flatMap((kind) => (labels[kind] ?? []).map((label) => ({ kind, label })));
}

/** Parameters of the address at which a version is: it is named by the time since which it stood. */
export function versionParameters({ url, first_seen: first }: FoundVersion, query: string) {
  return { tab: 'versions', ...(query !== '' && { q: query }), url, at: timeInAddress(first) };
}

/** An address without its scheme and host. */
export function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]+/, '') || '/';
}
