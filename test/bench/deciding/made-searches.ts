// Saved searches as people have them, made by a seed from the labels and texts of captures: what such searches look for is on some
// site, or looks like it and is on none.
import { type Expression, readTree, simplify } from '@sitegrep/search';
import { costOf, type SavedSearch } from '@sitegrep/deciding';
import type { FoldedSite, Label, Labels } from '@sitegrep/site';
import { hostOfLabel } from '@sitegrep/site';
import { seededRandom } from '../harness/random.ts';

/** A site of the captures. */
export interface CapturedSite {
  readonly folded: FoldedSite;
  readonly labels: Labels;
  readonly sources: readonly string[];
}

/** Kinds of searches, each as often as it is named in ten. */
const KINDS = ['host', 'host', 'id', 'id', 'text', 'text', 'tech', 'pattern', 'scope', 'page'] as const;
type Kind = (typeof KINDS)[number];

/** Sites beside which texts are looked for, and how many of them may have one: nobody saves a search for what half of all sites have. */
const SAMPLE = 40;
const MAX_SAMPLED = 1;

/** @returns so many different searches */
export function madeSearches(sites: readonly CapturedSite[], count: number, seed: number): SavedSearch[] {
  const random = seededRandom(seed);
  const byText = new Map<string, SavedSearch>();
  const step = Math.max(1, Math.floor(sites.length / SAMPLE));
  const sample = sites.filter((_, at) => at % step === 0).map(({ sources }) => sources[0] ?? '');
  const isTelling = (text: string): boolean => {
    let found = 0;
    for (const source of sample) if (source.includes(text) && ++found > MAX_SAMPLED) return false;
    return true;
  };
  for (let number = 0; byText.size < count; number++) {
    const site = sites[random(sites.length)];
    const kind = KINDS[random(KINDS.length)];
    if (site === undefined || kind === undefined) throw new RangeError('there are no captures');
    const tree = treeOf(kind, site, random, isTelling);
    if (tree === null) continue;
    const level = kind === 'page' ? 'page' : 'domain';
    const read = readTree(tree);
    if (!read.ok) continue;
    const where: Expression = simplify(read.value, level);
    // Somebody who saves it is told to narrow it.
    if (costOf(where).kind !== 'keyed') continue;
    byText.set(JSON.stringify(where), { id: `${number}`, level, where });
  }
  return [...byText.values()];
}

function treeOf(
  kind: Kind,
  site: CapturedSite,
  random: (bound: number) => number,
  isTelling: (text: string) => boolean,
): unknown {
  const source = site.sources[random(site.sources.length)] ?? '';
  const text = (least: number, most: number): string => {
    const length = least + random(most - least);
    return source
      .slice(random(Math.max(1, source.length - length)))
      .slice(0, length)
      .trim();
  };
  const label = (of: Label): string | null =>
    site.labels[of][random(Math.max(1, site.labels[of].length))] ?? null;
  switch (kind) {
    case 'host': {
      const named = label('host');
      if (named === null) return null;
      const { host } = hostOfLabel(named);
      return { filter: ['host', 'matches', random(3) === 0 ? `*.${host}` : host] };
    }
    case 'id': {
      const ids = Array.from(source.matchAll(ID), ([id]) => id);
      const id = ids[random(Math.max(1, ids.length))];
      if (id === undefined) return null;
      // Half of them are of other sites.
      return {
        text: random(2) === 0 ? id : id.replace(/[0-9]/g, () => String(random(10))),
        case_sensitive: true,
      };
    }
    case 'text': {
      const some = text(12, 40);
      return isTelling(some) ? { text: some } : null;
    }
    case 'tech': {
      const [tech, country] = [label('tech'), label('country')];
      if (tech === null || country === null) return null;
      return { and: [{ filter: ['tech', '=', tech] }, { filter: ['country', '=', country] }] };
    }
    case 'pattern': {
      const literal = text(10, 24);
      if (!isTelling(literal)) return null;
      return { pattern: `${literal.replace(/[^A-Za-z0-9]/gu, '\\$&')}[^"]{0,20}[0-9]` };
    }
    case 'scope': {
      const [, address] = /<script[^>]* src="([^"]{12,})"/.exec(source) ?? [];
      const end = address?.split('?')[0]?.slice(-30) ?? '';
      return end === '' || !isTelling(end) ? null : { text: end, in: 'script' };
    }
    case 'page': {
      const some = text(12, 40);
      return isTelling(some) ? { and: [{ text: some }, { not: { text: text(8, 20) } }] } : null;
    }
  }
}

/** Ids that services give to their customers. */
const ID = /\b(?:UA-\d{4,10}-\d|G-[A-Z0-9]{8,12}|GTM-[A-Z0-9]{6,8}|AW-\d{9,11}|ca-pub-\d{16})\b/g;
