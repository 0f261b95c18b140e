/**
 * A condition on a text that each match of a pattern fulfils: texts that it contains, folded. With `all` it contains each
 * of them, with `any` one at least; `nothing known` says nothing.
 */
export type Necessity =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Necessity[] }
  | { readonly kind: 'nothing known' };

const NOTHING: Necessity = { kind: 'nothing known' };

/** Maximum number of texts in a condition. */
const MAX_TEXTS = 1_000;
/** Conditions up to this number are compared with each other, to leave out those that follow from others. */
const MAX_COMPARED = 64;

/** One of these texts. */
export function anyText(texts: readonly string[]): Necessity {
  return any(texts.map((text) => (text === '' ? NOTHING : { kind: 'text', text })));
}

/** One of these conditions. */
export function any(conditions: readonly Necessity[]): Necessity {
  if (conditions.some(({ kind }) => kind === 'nothing known')) return NOTHING;
  const flat = unlike(conditions.flatMap((one) => (one.kind === 'any' ? one.of : [one])));
  // What follows from one that is enough by itself adds nothing: "abc" beside "ab".
  const needed = strongest(flat, (one, other) => follows(other, one));
  if (countOf(needed) > MAX_TEXTS) return NOTHING;
  return combined('any', needed);
}

/** Each of these conditions. If they are too many, the last are left out. */
export function all(conditions: readonly Necessity[]): Necessity {
  const flat = unlike(conditions.flatMap((one) => (one.kind === 'all' ? one.of : [one])));
  const known = flat.filter(({ kind }) => kind !== 'nothing known');
  const needed = strongest(known, follows);
  let texts = 0;
  return combined(
    'all',
    needed.filter((one) => (texts += countOf([one])) <= MAX_TEXTS),
  );
}

function combined(kind: 'all' | 'any', of: readonly Necessity[]): Necessity {
  const [only] = of;
  if (only === undefined) return NOTHING;
  return of.length === 1 ? only : { kind, of };
}

function unlike(conditions: readonly Necessity[]): readonly Necessity[] {
  return [...new Map(conditions.map((one) => [JSON.stringify(one), one])).values()];
}

/** Conditions without those that another one makes superfluous. No two are alike. */
function strongest(
  conditions: readonly Necessity[],
  isSuperfluous: (one: Necessity, other: Necessity) => boolean,
): readonly Necessity[] {
  if (conditions.length > MAX_COMPARED) return conditions;
  return conditions.filter(
    (one, index) =>
      !conditions.some(
        (other, at) =>
          at !== index && isSuperfluous(one, other) && (at < index || !isSuperfluous(other, one)),
      ),
  );
}

/** Whether a condition surely holds where another one does. */
function follows(one: Necessity, other: Necessity): boolean {
  if (other.kind === 'any') return other.of.every((part) => follows(one, part));
  if (one.kind === 'all') return one.of.every((part) => follows(part, other));
  if (other.kind === 'all' && other.of.some((part) => follows(one, part))) return true;
  if (one.kind === 'any') return one.of.some((part) => follows(part, other));
  return one.kind === 'text' && other.kind === 'text' && other.text.includes(one.text);
}

function countOf(conditions: readonly Necessity[]): number {
  let count = 0;
  for (const one of conditions) {
    if (one.kind === 'text') count++;
    else if (one.kind !== 'nothing known') count += countOf(one.of);
  }
  return count;
}
