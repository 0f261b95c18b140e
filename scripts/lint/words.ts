/** Words that once stood for something that textbooks call otherwise, each with what to say instead. */
export const REPLACED: ReadonlyMap<string, string> = new Map([
  ['triple', 'trigram'],
  ['triples', 'trigrams'],
  ['quad', '4-gram (fourgram in names)'],
  ['quads', '4-grams (fourgrams in names)'],
  ['ordinal', 'document id (docId in names)'],
  ['ordinals', 'document ids (docIds in names)'],
  ['stretch', 'chunk or range'],
  ['stretches', 'chunks or ranges'],
  ['workshop', 'thread pool or runtime'],
  ['sieve', 'filter'],
  ['sift', 'filter'],
  ['tape', 'byte reader'],
]);

/** Words that are good English in a sentence but say too little in a name, each with what to say instead. */
export const VAGUE_IN_NAMES: ReadonlyMap<string, string> = new Map([
  ['aimed', 'targeted'],
  ['asked', 'requested, query or criteria'],
  ['claim', 'lease or reservation'],
  ['companion', 'participant'],
  ['gathered', 'collected'],
  ['place', 'position, location, slot or the like'],
  ['places', 'positions, locations, slots or the like'],
  ['room', 'capacity, space or package'],
  ['rooms', 'packages'],
  ['turn', 'permit, slot or round'],
  ['turns', 'permits, slots or rounds'],
  ['ways', 'what they are: dispatchers, variants'],
]);

/** Words of a text that have been replaced, each once. */
export function replacedWordsIn(text: string): readonly string[] {
  const words = new Set(text.toLowerCase().match(/[a-z]+/g));
  return [...words].filter((word) => REPLACED.has(word));
}
