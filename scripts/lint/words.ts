/** Words that once stood for something that textbooks call otherwise, and what to say instead. */
export const REPLACED: Readonly<Record<string, string>> = {
  triple: 'trigram',
  triples: 'trigrams',
  quad: '4-gram (fourgram in names)',
  quads: '4-grams (fourgrams in names)',
  ordinal: 'document id (docId in names)',
  ordinals: 'document ids (docIds in names)',
  stretch: 'chunk or range',
  stretches: 'chunks or ranges',
  workshop: 'worker pool or runtime',
  sieve: 'filter',
  sift: 'filter',
  tape: 'byte reader',
};

/** Words that are good English in a sentence but say too little in a name. */
export const VAGUE_IN_NAMES: Readonly<Record<string, string>> = {
  companion: 'participant',
  place: 'position, location, slot or the like',
  places: 'positions, locations, slots or the like',
  room: 'capacity, space or package',
  rooms: 'packages',
  ways: 'what they are: dispatchers, variants',
  asked: 'requested, query or criteria',
  aimed: 'targeted',
  gathered: 'collected',
  claim: 'lease or reservation',
  turn: 'permit, slot or round',
  turns: 'permits, slots or rounds',
};

/** Words of a text that have been replaced, each once. */
export function replacedWordsIn(text: string): readonly string[] {
  const words = new Set(text.toLowerCase().match(/[a-z]+/g));
  return [...words].filter((word) => Object.hasOwn(REPLACED, word));
}
