// Random documents over small alphabets, where unions and alignments go wrong, and queries for them.
import * as fc from 'fast-check';
import type { SoughtTerm } from '../src/query/term.ts';
import type { Document, Query } from './workbench.ts';

/** Longest text of a document, in bytes. */
const MAX_BYTES = 20_000;
const MAX_TERM_BYTES = 1_000;
/** Maximum zones of a document. */
const ZONES = 3;

const ALPHABETS: readonly (readonly string[])[] = [
  ['a'],
  ['a', 'b'],
  ['a', 'b', ' '],
  ['a', 'é'],
  // These two share their first byte, the next two their last one, and of the 4 bytes of two more only one differs.
  ['é', 'ê', 'a'],
  ['€', 'a', '₭'],
  ['😀', '😁', ' '],
  ['a', 'é', '€', '😀'],
  // Letters whose odd-offset positions are listed, too.
  ['д', 'и'],
  ['р', 'и', 'я', ' ', '<'],
  ['α', '1', 'é', '€', 'ω', 'a'],
  ['\0', 'a', '\x7f'],
  ['<', 'd', 'i', 'v', '>', ' ', '=', '"', 'x', 'é'],
];

/** Part of a part: a unit again and again, or letters that follow no rule. Letters are numbers, of whatever alphabet. */
type Piece =
  | { readonly kind: 'repeated'; readonly unit: readonly number[]; readonly times: number }
  | { readonly kind: 'noise'; readonly seed: number; readonly letters: number };

/** Pieces or single letters of each part. */
type Parts = readonly (readonly (Piece | number)[])[];

/** Zones, if there is a single part: offsets in turns a start and an end, or how far ranges are apart and how long. */
type ZoneRecipe =
  | { readonly kind: 'offsets'; readonly offsets: readonly number[] }
  | { readonly kind: 'regular'; readonly gap: number; readonly length: number };

interface Text {
  readonly parts: Parts;
  readonly zones: readonly ZoneRecipe[];
}

const some = (most: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: 12 }) },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 300 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: most }) },
  );

const letter = fc.nat({ max: 9 });

const piece = fc.oneof(
  fc.record({
    kind: fc.constant('repeated' as const),
    unit: fc.array(letter, { minLength: 1, maxLength: 3 }),
    times: some(7_000),
  }),
  fc.record({ kind: fc.constant('noise' as const), seed: fc.nat(), letters: some(10_000) }),
);

const zones: fc.Arbitrary<readonly ZoneRecipe[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('offsets' as const), offsets: fc.array(fc.nat(), { maxLength: 9 }) }),
    fc.record({
      kind: fc.constant('regular' as const),
      gap: fc.nat({ max: 9 }),
      length: fc.oneof(fc.nat({ max: 6 }), fc.nat({ max: 200 })),
    }),
  ),
  { maxLength: ZONES },
);

/** Up to so many parts, often one, as only then there are zones. */
function textOfParts(part: fc.Arbitrary<Parts[number]>, maxParts: number): fc.Arbitrary<Text> {
  const parts = fc.oneof(
    fc.array(part, { minLength: 1, maxLength: 1 }),
    fc.array(part, { maxLength: maxParts }),
  );
  return fc.record({ parts, zones });
}

/** Few documents of any length, or many short ones, so that lists of few and of many out of many occur. */
const texts: fc.Arbitrary<Text[]> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(textOfParts(fc.array(piece, { maxLength: 4 }), 4), { minLength: 1, maxLength: 12 }),
  },
  {
    weight: 1,
    arbitrary: fc.array(textOfParts(fc.array(letter, { maxLength: 9 }), 2), {
      minLength: 30,
      maxLength: 150,
    }),
  },
);

/** A term, from the documents that there are, so that it is often found, and often nearly. */
const term = fc.record({
  /** The bytes before and after the border of two parts are never found unless they stand elsewhere. */
  kind: fc.constantFrom('cut', 'cut', 'cut', 'spoilt', 'over a border', 'letters'),
  part: fc.nat(),
  from: fc.nat(),
  bytes: fc.oneof(
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 4, max: 12 }),
    fc.integer({ min: 4, max: 40 }),
    fc.integer({ min: 1, max: MAX_TERM_BYTES }),
  ),
  letters: fc.array(letter, { minLength: 1, maxLength: 5 }),
  zone: fc.option(fc.nat({ max: ZONES }), { freq: 1 }),
});
type TermRecipe = typeof term extends fc.Arbitrary<infer T> ? T : never;

const queries = fc.array(
  fc.record({
    document: fc.nat(),
    terms: fc.array(term, { minLength: 1, maxLength: 3 }),
    excludedFrom: fc.nat(),
    excluded: fc.oneof(fc.array(term, { maxLength: 0 }), fc.array(term, { maxLength: 2 })),
  }),
  { minLength: 35, maxLength: 35 },
);

export interface RandomSearches {
  readonly documents: readonly Document[];
  readonly queries: readonly Query[];
}

export const randomDocuments: fc.Arbitrary<readonly Document[]> = fc
  .record({ alphabet: fc.constantFrom(...ALPHABETS), texts, gap: fc.integer({ min: 1, max: 300 }) })
  .map(({ alphabet, texts, gap }) =>
    texts.map((text, index) => documentFrom(1 + index * gap, text, alphabet)),
  );

export const randomSearches: fc.Arbitrary<RandomSearches> = fc
  .record({ documents: randomDocuments, queries })
  .map(({ documents, queries }) => {
    const termFrom = (recipe: TermRecipe, document: number): SoughtTerm => ({
      bytes: termOfRecipe(recipe, documents[document % documents.length]?.parts ?? []),
      zone: recipe.zone,
    });
    return {
      documents,
      queries: queries.map(({ document, terms, excludedFrom, excluded }) => ({
        terms: terms.map((recipe) => termFrom(recipe, document)),
        excluded: excluded.map((recipe) => termFrom(recipe, excludedFrom)),
      })),
    };
  });

function documentFrom(id: number, text: Text, alphabet: readonly string[]): Document {
  let left = MAX_BYTES;
  const parts = text.parts.map((pieces) => {
    const whole = pieces.map((piece) =>
      typeof piece === 'number' ? letterOf(piece, alphabet) : spelt(piece, alphabet),
    );
    // Letters are dropped as a whole.
    const part = Buffer.from(
      new TextDecoder().decode(Buffer.from(whole.join('')).subarray(0, left), { stream: true }),
    );
    left -= part.length;
    return part;
  });
  const [only, other] = parts;
  const isZoned = only !== undefined && other === undefined;
  return { id, parts, zones: isZoned ? text.zones.map((recipe) => rangesFrom(recipe, only.length)) : [] };
}

function rangesFrom(recipe: ZoneRecipe, bytes: number): Uint32Array {
  if (recipe.kind === 'offsets') {
    const { offsets } = recipe;
    const even = offsets.slice(offsets.length % 2);
    return Uint32Array.from(even, (offset) => offset % (bytes + 1)).sort();
  }
  const { gap, length } = recipe;
  const ranges: number[] = [];
  for (let at = gap; at + length <= bytes; at += gap + length + 1) ranges.push(at, at + length);
  return Uint32Array.from(ranges);
}

function spelt(piece: Piece, alphabet: readonly string[]): string {
  if (piece.kind === 'repeated') {
    return piece.unit
      .map((letter) => letterOf(letter, alphabet))
      .join('')
      .repeat(piece.times);
  }
  let state = piece.seed | 1;
  let noise = '';
  for (let left = piece.letters; left > 0; left--) {
    // Marsaglia's xorshift with 13, 17, 5.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    noise += letterOf(state >>> 8, alphabet);
  }
  return noise;
}

function letterOf(letter: number, alphabet: readonly string[]): string {
  return alphabet[letter % alphabet.length] ?? '';
}

function termOfRecipe(
  { kind, part, from, bytes, letters }: TermRecipe,
  parts: readonly Uint8Array[],
): Uint8Array {
  const source = parts[part % Math.max(1, parts.length)] ?? new Uint8Array();
  const next = parts[(part + 1) % Math.max(1, parts.length)] ?? source;
  if (kind === 'letters' || source.length === 0)
    return Buffer.from(letters.map((letter) => 'ab é€<'[letter % 6]).join(''));
  if (kind === 'over a border') {
    const half = Math.ceil(bytes / 2);
    return Buffer.concat([source.subarray(-half), next.subarray(0, half)]);
  }
  const start = from % source.length;
  // A copy, as a document that was spoilt with it would no longer be UTF-8.
  const cut = Uint8Array.from(source.subarray(start, start + bytes));
  if (kind === 'spoilt') cut[from % cut.length] = letters[0] ?? 0;
  return cut;
}
