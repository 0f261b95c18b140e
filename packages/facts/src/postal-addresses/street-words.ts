// Words that streets are named with, by language. With a house number they tell a street from other text.
import { Literals } from '../literals.ts';

/** Languages by which streets are recognised. */
export type StreetLanguage =
  | 'cs'
  | 'da'
  | 'de'
  | 'en'
  | 'es'
  | 'et'
  | 'el'
  | 'fi'
  | 'fr'
  | 'hr'
  | 'hu'
  | 'it'
  | 'lt'
  | 'lv'
  | 'nl'
  | 'no'
  | 'pl'
  | 'pt'
  | 'ro'
  | 'ru'
  | 'sv'
  | 'tr';

/** Words at the end of a street's name, often joined to it: `Hauptstraße`, `Main Street`. */
const ENDINGS: Readonly<Partial<Record<StreetLanguage, string>>> = {
  cs: 'ulice ulica náměstí námestie třída trieda nábřeží',
  da: 'vej vejen gade gaden plads pladsen torv torvet allé stræde vænge vænget boulevard brygge',
  de: 'straße strasse str str. weg platz pl. allee gasse ring damm ufer chaussee steig markt graben promenade landstraße wall stieg kamp zeile terrasse',
  en: 'street st st. road rd rd. avenue ave ave. boulevard blvd blvd. drive dr dr. lane ln ln. way court ct ct. place pl square sq parkway pkwy highway hwy terrace crescent close circle cir plaza trail loop turnpike pike row walk quay wharf broadway gardens mews expressway freeway route rte parade',
  et: 'tänav tn tn. maantee mnt mnt. puiestee pst pst.',
  fi: 'katu tie kuja polku raitti tori väylä ranta aukio bulevardi',
  hr: 'ulica cesta trg',
  hu: 'utca u. út útja tér tere körút krt krt. sétány rakpart köz fasor',
  lt: 'g. gatvė gatve pr. prospektas al.',
  lv: 'iela bulvāris gatve prospekts',
  nl: 'straat laan plein kade gracht singel dijk weg dreef steenweg stwg lei baan hof park pad straatweg markt haven',
  no: 'vei veien veg vegen gate gata plass allé torg brygge',
  ru: 'ул. ул улица проспект переулок площадь бульвар набережная шоссе',
  sv: 'gatan gata vägen väg torget torg gränd plan allén allé stig stigen gård backen leden kajen',
  tr: 'caddesi cad cad. cd. sokak sokağı sok sok. sk. bulvarı blv. mahallesi mah mah.',
};

/** Words at the start of a street's name: `Rue de la Paix`. */
const BEGINNINGS: Readonly<Partial<Record<StreetLanguage, string>>> = {
  cs: 'ulice ul. náměstí nám. třída tř.',
  el: 'οδός λεωφόρος λεωφ. λ. πλατεία πλ.',
  es: 'calle c/ c. avenida avda avda. avd. av. av plaza pza. plza. pl. paseo pº p.º carrer passeig ronda camino carretera ctra. ctra polígono pol. travesía glorieta rambla urbanización cra. carrera cll. calz. calzada blvd. boulevard',
  fr: 'rue avenue av. av ave boulevard bd bd. bld boul. blvd place pl. allée allées chemin ch. chem. quai route rte impasse cours square passage faubourg chaussée esplanade promenade montée sentier voie villa cité rond-point zac za zi z.a. z.i.',
  hr: 'ulica ul. trg cesta',
  it: 'via viale v.le piazza p.zza p.za piazzale p.le corso c.so largo vicolo strada contrada c.da località loc. lungomare borgo via vle salita galleria',
  lv: 'iela',
  pl: 'ul. ul ulica al. al aleja aleje pl. plac os. osiedle rynek',
  pt: 'rua r. avenida av. av praça pça. largo lgo. travessa tv. estrada estr. alameda al. rodovia rod. quinta calçada',
  ro: 'str. strada bd. bulevardul b-dul calea șos. sos. șoseaua aleea piața splaiul',
  ru: 'ул. ул улица пр. пр-т просп. проспект пр-кт пер. переулок пл. площадь ш. шоссе бул. бульвар б-р наб. набережная проезд пр-д вул. вулиця',
};

const escaped = (words: string): string => words.replaceAll(/[./]/g, String.raw`\$&`).replaceAll(' ', '|');
/** Words before a name: with a blank unless they are abbreviated. */
const beginning = (words: string): string =>
  words
    .split(' ')
    .map((word) => escaped(word) + (/[./]$/.test(word) ? String.raw`\s?` : String.raw`\s`))
    .join('|');

/** Ends of words that are endings on their own as well: `Hauptstraße 5`, `Am Ring 5`, `Kongensgade 5`. */
const JOINING: ReadonlySet<StreetLanguage> = new Set(['da', 'de', 'fi', 'nl', 'no', 'sv']);

type Position = 'joining' | 'ending' | 'beginning';

interface WordPattern {
  readonly language: StreetLanguage;
  /** Position of the word: at the end of another word or after it, after it only, before the name. */
  readonly position: Position;
  readonly words: readonly string[];
  readonly pattern: RegExp;
}

const PATTERNS: readonly WordPattern[] = [
  ...Object.entries(ENDINGS).map(([language, words]): WordPattern => {
    const isJoining = JOINING.has(language as StreetLanguage);
    const before = isJoining ? String.raw`\p{L}[\p{L}\p{M}.-]*[ -]?` : String.raw`[\p{L}\p{M}\d.'’)]\s`;
    // A joined ending is also the end of other words, so a number has to follow.
    const after = isJoining ? String.raw`[.,]?\s?(?:nr\.?\s?)?\d` : '';
    return {
      language: language as StreetLanguage,
      position: isJoining ? 'joining' : 'ending',
      words: words.split(' '),
      pattern: new RegExp(String.raw`${before}(?:${escaped(words)})(?![\p{L}\p{M}])${after}`, 'iu'),
    };
  }),
  ...Object.entries(BEGINNINGS).map(([language, words]): WordPattern => ({
    language: language as StreetLanguage,
    position: 'beginning',
    words: words.split(' '),
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{M}.-])(?:${beginning(words)})(?!suite|ste|unit|apt|floor)[\p{L}\d"'«„“]`,
      'iu',
    ),
  })),
];

/** Bits of the patterns that have each word, by the position of the word. */
const BITS_BY_WORD: ReadonlyMap<string, Readonly<Record<Position, number>>> = new Map(
  PATTERNS.flatMap(({ words }) => words).map((word) => [
    word,
    {
      joining: bitsOf(word, 'joining'),
      ending: bitsOf(word, 'ending'),
      beginning: bitsOf(word, 'beginning'),
    },
  ]),
);
const ANY_WORD = new Literals(BITS_BY_WORD.keys());

function bitsOf(word: string, position: Position): number {
  return PATTERNS.reduce(
    (bits, pattern, at) =>
      pattern.position === position && pattern.words.includes(word) ? bits | (1 << at) : bits,
    0,
  );
}

/** Patterns of which a text has a word where they look for it, as bits: most texts have none, so that no pattern has to be tried. */
function wordsIn(text: string): Readonly<Record<Position, number>> {
  const found = { joining: 0, ending: 0, beginning: 0 };
  const lower = text.toLowerCase();
  ANY_WORD.forEach(lower, (word, at) => {
    const bits = BITS_BY_WORD.get(word);
    if (bits === undefined) return;
    found.joining |= bits.joining;
    if (isLetter(lower.charCodeAt(at - 1))) return;
    found.beginning |= bits.beginning;
    if (!isLetter(lower.charCodeAt(at + word.length))) found.ending |= bits.ending;
  });
  return found;
}

/** Whether a character is a small letter of ASCII. */
function isLetter(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}

/** Whether a text may name a street: cheap, and false for most. */
export function mayNameStreet(text: string): boolean {
  const { joining, ending, beginning } = wordsIn(text);
  return (joining | ending | beginning) !== 0;
}

/** Languages in which a text has the word of a street. */
export function streetLanguages(text: string): ReadonlySet<StreetLanguage> {
  const { joining, ending, beginning } = wordsIn(text);
  const bits = joining | ending | beginning;
  const languages = new Set<StreetLanguage>();
  if (bits === 0) return languages;
  for (const [at, { language, pattern }] of PATTERNS.entries())
    if ((bits & (1 << at)) !== 0 && pattern.test(text)) languages.add(language);
  return languages;
}

const ALL_BEGINNINGS = Object.values(BEGINNINGS).join(' ');
const ALL_JOINING = [...JOINING].map((language) => ENDINGS[language]).join(' ');
const HOUSE = String.raw`\d{1,5}(?:\s?[a-z](?![\p{L}\p{M}]))?(?:\s?[-–/+&]\s?\d{1,5}[a-z]?)?`;
const MAX_STREET = 80;
/** A street at the end of a text that begins with something else: `Firma GmbH Hauptstraße 12`, `Firma rue de Rome 12`. */
const JOINED_AT_END = new RegExp(
  String.raw`(?:(?<![\p{L}\p{M}])(?:am|an der|auf der|im|in der|alte[rn]?|neue[rn]?|gro(?:ß|ss)e[rn]?|kleine[rn]?|obere|untere|sankt|st\.)\s)?(?:\p{Lu}[\p{L}\p{M}]+-)*\p{Lu}?[\p{L}\p{M}]*(?:${escaped(ALL_JOINING)}),?\s?(?:nr\.?\s?)?${HOUSE}\.?$`,
  'iu',
);
const BEGUN_AT_END = new RegExp(
  String.raw`(?:(?:\d{1,4}(?:\s?(?:bis|ter|[a-z]))?,?\s)|(?<![\p{L}\p{M}.]))(?:${beginning(ALL_BEGINNINGS)})\p{L}[^\d]{1,50}(?:,?\s?(?:n[°º.]?|nr\.?|no\.?)?\s?${HOUSE}\.?)?$`,
  'iu',
);

/** The street at the end of a text; null if there is none. */
export function streetAtEnd(written: string): string | null {
  // A street is short, and its number is at one of its ends.
  const text = written.slice(-MAX_STREET);
  if (!/\d/.test(text)) return null;
  const { joining, beginning: begins } = wordsIn(text);
  const joined = joining !== 0 && /\d.{0,10}$/.test(text) ? JOINED_AT_END.exec(text)?.[0] : undefined;
  if (joined !== undefined && /\d/.test(joined)) return joined.trim();
  const begun = begins === 0 ? undefined : BEGUN_AT_END.exec(text)?.[0];
  return begun !== undefined && /\d/.test(begun) ? begun.trim() : null;
}
