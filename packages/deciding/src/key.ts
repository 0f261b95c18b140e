import type { KeyKind, LabelKey } from './label-keys.ts';
import type { Necessity } from './necessity.ts';

/** Literals and labels one of which a site has that fulfils a search. */
export interface Key {
  readonly targets: readonly number[];
  readonly labels: readonly LabelKey[];
  /** About how many of 1,000 sites have one. It decides which key is taken, and nothing else. */
  readonly frequency: number;
}

/** Units of literals that are all as good as on no site. */
const LONG_LITERAL = 60;

/** Maximum number of literals and labels in a key. A search that needs more has none. */
const MAX_KEYS = 10_000;

/** The key that the fewest sites have; null: there is none. */
export function rarestKey(necessity: Necessity): Key | null {
  switch (necessity.kind) {
    case 'nothing known':
      return null;
    case 'literal': {
      const { target, length } = necessity.literal;
      return { targets: [target], labels: [], frequency: 500 * 0.7 ** (Math.min(length, LONG_LITERAL) - 3) };
    }
    case 'labels': {
      const { labels } = necessity;
      if (labels.length > MAX_KEYS) return null;
      return { targets: [], labels, frequency: labels.reduce((sum, key) => sum + frequencyOf(key), 0) };
    }
    case 'all': {
      const keys = necessity.of.map(rarestKey).filter((key) => key !== null);
      return keys.reduce<Key | null>(
        (best, key) => (best === null || key.frequency < best.frequency ? key : best),
        null,
      );
    }
    case 'any': {
      const keys = necessity.of.map(rarestKey);
      const known = keys.filter((key) => key !== null);
      if (known.length < keys.length) return null;
      const targets = known.flatMap((key) => key.targets);
      const labels = known.flatMap((key) => key.labels);
      if (targets.length + labels.length > MAX_KEYS) return null;
      return { targets, labels, frequency: known.reduce((sum, key) => sum + key.frequency, 0) };
    }
  }
}

/** Kinds of which a label is on much fewer, or many more, of 1,000 sites than on `USUAL`. */
const FREQUENCIES: { readonly [Kind in KeyKind]?: number } = {
  domain: 0.001,
  email: 0.01,
  icon: 0.1,
  icon_hash: 0.1,
  cert_name: 0.1,
  plugin_version: 1,
  tech_version: 5,
  host: 5,
  plugin: 10,
  theme: 5,
  country: 50,
  category: 200,
  category_seen: 200,
  language: 200,
  content_language: 200,
  file: 400,
  has: 500,
  agent: 500,
  tls: 500,
};
const USUAL = 30;

/** That of what records of changes have: they are known without a look at texts, so they go before all literals. */
const OF_RECORDS = 1e-12;

function frequencyOf({ kind, label, isStart }: LabelKey): number {
  const own = isStart && label === '' ? 900 : (FREQUENCIES[kind] ?? USUAL);
  return kind.includes(' ') ? OF_RECORDS * own : own;
}
