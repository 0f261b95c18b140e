import type { AddOn, PageFacts } from '../facts.ts';
import { compareCodePoints } from '../order.ts';

/** Plugins and themes of WordPress on some pages of a site, as `addOnsOf` gives them. */
export interface AddOnSummary {
  readonly plugins: readonly AddOn[];
  readonly themes: readonly AddOn[];
}

/** Maximum of plugins or themes, each of which counts once a version. */
const MAX_KEPT = 1_000;
/** Maximum of `plugins` and `themes` in the facts of a site, each. */
const MAX_ADD_ONS = 100;

export function addOnsOf(
  pages: readonly { readonly facts: Pick<PageFacts, 'plugins' | 'themes'> }[],
): AddOnSummary {
  return {
    plugins: different(pages.flatMap(({ facts }) => facts.plugins)),
    themes: different(pages.flatMap(({ facts }) => facts.themes)),
  };
}

export function joinAddOns(left: AddOnSummary, right: AddOnSummary): AddOnSummary {
  return {
    plugins: joined(left.plugins, right.plugins),
    themes: joined(left.themes, right.themes),
  };
}

function joined(left: readonly AddOn[], right: readonly AddOn[]): readonly AddOn[] {
  if (right.length === 0) return left;
  return left.length === 0 ? right : different([...left, ...right]);
}

/**
 * Plugins or themes in code point order, each with all its versions, without one only if no page has one. What is left out
 * beyond the maximum would be so beside the add-ons of other pages, too.
 */
function different(addOns: readonly AddOn[]): readonly AddOn[] {
  if (addOns.length === 0) return [];
  const versions = new Map<string, Set<string>>();
  for (const { slug, version } of addOns) {
    const known = versions.get(slug) ?? new Set<string>();
    versions.set(slug, known);
    if (version !== null) known.add(version);
  }
  return [...versions]
    .sort(([a], [b]) => compareCodePoints(a, b))
    .flatMap(([slug, known]): readonly AddOn[] =>
      known.size === 0
        ? [{ slug, version: null }]
        : [...known].sort(compareCodePoints).map((version) => ({ slug, version })),
    )
    .slice(0, MAX_KEPT);
}

/** Plugins or themes as the facts of a site have them. */
export function addOnNames(addOns: readonly AddOn[]): readonly string[] {
  return addOns
    .slice(0, MAX_ADD_ONS)
    .map(({ slug, version }) => (version === null ? slug : `${slug}@${version}`));
}
