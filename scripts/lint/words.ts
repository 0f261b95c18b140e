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

/** Forms of sentences that are hard to read, each with what to write instead. */
const HARD_FORMS: readonly (readonly [form: RegExp, better: string])[] = [
  [
    /(?<!\b[Tt]here )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|other\b|such\b|one\b)[a-z]/,
    'write "is not a …", or "there is no …"',
  ],
  [/(?:^|[.:] )Who [a-z ]+ (?:should|must|wants?|needs?|may)\b/, 'name the subject: "A client that …"'],
];

/** Remedies for the forms of a text that are hard to read. */
export function hardFormsIn(text: string): readonly string[] {
  return HARD_FORMS.flatMap(([form, better]) => {
    const [found] = form.exec(text) ?? [];
    return found === undefined ? [] : [`"${found}": ${better}`];
  });
}
