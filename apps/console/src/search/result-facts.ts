// What a row of the results says of a domain or page.
import type { FoundChange, FoundMatch, FoundVersion } from '@sitegrep/client';
import type { Item } from '../api/search.ts';
import { number, timeInAddress } from '../format.ts';
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

/** Parameters of the address at which the source of what was found is: of a domain, that of its first match. */
export function sourceParameters(item: Item, query: string) {
  if (item.type === 'version_item') return versionParameters(item, query);
  const url = item.type === 'page_item' ? item.url : 'matches' in item ? item.matches?.[0]?.url : undefined;
  return { tab: 'source', ...(query !== '' && { q: query }), ...(url !== undefined && { url }) };
}

/** Position of a match: its path, its scope unless that is the whole source, line and column. */
export function positionOf({ url, scope, line, column }: FoundMatch): string {
  const path = url.replace(/^https?:\/\/[^/]+/, '') || '/';
  return [path, ...(scope === 'body' ? [] : [scope]), `${number(line)}:${number(column)}`].join(' · ');
}
