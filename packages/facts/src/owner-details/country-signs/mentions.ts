import { Literals } from '../../literals.ts';
import type { Sign, SignedText } from './sign.ts';

/** Names of countries, their places and people in a language, for sites that speak of their own country most. */
const NAMES: Readonly<Record<string, readonly (readonly [country: string, pattern: RegExp])[]>> = {
  en: [
    [
      'US',
      /\bU\.S\.|\bUnited States\b|\bUSA\b|\b(?:Ohio|Texas|Florida|California|Michigan|Illinois|Pennsylvania|New Jersey|Colorado|Arizona|Wisconsin|Minnesota|Missouri|Tennessee|Kentucky|Massachusetts|Maryland|Virginia|Oregon|North Carolina|Louisiana|Alabama|Iowa|Indiana|Chicago|Los Angeles|San Francisco|Seattle|Denver|Boston|Atlanta|Dallas|Houston|Philadelphia|Phoenix|Cleveland|Detroit|New York|Washington)\b/g,
    ],
    [
      'GB',
      /\b(?:UK|U\.K\.|United Kingdom|Britain|British|England|Scotland|Scottish|Wales|Welsh|London|Manchester|Glasgow|Edinburgh)\b/g,
    ],
    [
      'CA',
      /\b(?:Canada|Canadian|Ontario|Alberta|British Columbia|Quebec|Québec|Toronto|Vancouver|Montreal|Calgary|Ottawa|Winnipeg)\b/g,
    ],
    ['AU', /\b(?:Australian?|Sydney|Melbourne|Brisbane|Queensland|NSW|Perth|Adelaide)\b/g],
    ['NZ', /\b(?:New Zealand|NZ|Auckland|Wellington|Christchurch)\b/g],
    ['IE', /\b(?:Ireland|Irish|Dublin|Galway)\b/g],
    [
      'IN',
      /\b(?:Indian?|Delhi|Mumbai|Bangalore|Bengaluru|Chennai|Kolkata|Calcutta|Hyderabad|Pune|Kerala|Bengal|Bollywood|Odisha|Orissa|Gujarat|Maharashtra|Tamil Nadu|Karnataka|Rajasthan|Haryana|Telangana|Andhra Pradesh|Uttar Pradesh|Madhya Pradesh|Assam|Bihar|Jaipur|Lucknow)\b/g,
    ],
    ['ZA', /\b(?:South African?|Johannesburg|Cape Town|Durban|Pretoria)\b/g],
    ['PH', /\b(?:Philippines?|Filipinos?|Manila|Cebu)\b/g],
    ['MY', /\b(?:Malaysian?|Kuala Lumpur|Selangor|Penang)\b/g],
    ['SG', /\b(?:Singaporean|Singapore)\b/g],
    ['HK', /\bHong Kong\b/g],
    [
      'PK',
      /\b(?:Pakistani?|Karachi|Lahore|Islamabad|Peshawar|Rawalpindi|Faisalabad|Quetta|Balochistan|Sindh)\b/g,
    ],
    ['NG', /\b(?:Nigerian?|Lagos|Abuja)\b/g],
    ['KE', /\b(?:Kenyan?|Nairobi)\b/g],
    ['BD', /\b(?:Bangladeshi?|Dhaka|Chittagong|Chattogram|Sylhet|Rajshahi|Khulna)\b/g],
    ['LK', /\b(?:Sri Lankan?|Colombo|Jaffna|Kandy)\b/g],
    ['NP', /\b(?:Nepal|Kathmandu|Pokhara)\b/g],
    ['IL', /\b(?:Israeli?|Jerusalem|Tel Aviv)\b/g],
    ['AE', /\b(?:UAE|Dubai|Abu Dhabi)\b/g],
    ['CN', /\b(?:China|Chinese|Beijing|Shanghai)\b/g],
  ],
  es: [
    ['ES', /\b(?:España|Madrid|Barcelona|Sevilla|Valencia|Andalucía|Cataluña)\b/g],
    ['MX', /\b(?:México|Monterrey|CDMX|Jalisco|Querétaro|Tijuana|Cancún|Puebla)\b/g],
    ['AR', /\b(?:Argentina|Buenos Aires|Mendoza|La Plata|Mar del Plata)\b/g],
    ['CO', /(?<!\p{L})(?:Colombia|Bogotá|Medellín|Barranquilla|Bucaramanga)(?!\p{L})/gu],
    ['CL', /(?<!\p{L})(?:Chile|Santiago de Chile|Valparaíso|Viña del Mar|Antofagasta)(?!\p{L})/gu],
    ['PE', /(?<!\p{L})(?:Perú|Lima|Arequipa|Cusco)(?!\p{L})/gu],
    ['VE', /\b(?:Venezuela|Caracas|Maracaibo)\b/g],
    ['EC', /\b(?:Ecuador|Quito|Guayaquil)\b/g],
    ['UY', /\b(?:Uruguay|Montevideo|Punta del Este)\b/g],
    ['PY', /(?<!\p{L})(?:Paraguay|Asunción)(?!\p{L})/gu],
    ['BO', /\b(?:Bolivia|La Paz|Cochabamba)\b/g],
    ['CR', /\bCosta Rica\b/g],
    ['PA', /(?<!\p{L})Panamá(?!\p{L})/gu],
    ['GT', /\bGuatemala\b/g],
    ['DO', /\b(?:República Dominicana|Santo Domingo)\b/g],
    ['CU', /\b(?:Cuba|La Habana)\b/g],
  ],
  pt: [
    ['BR', /\b(?:Brasil|São Paulo|Rio de Janeiro|brasileir[ao]s?)\b/g],
    ['PT', /\b(?:Portugal|Lisboa|portugueses|portuguesas?|portugues)\b/g],
  ],
  de: [
    [
      'DE',
      /(?<!\p{L})(?:Deutschland|Berlin|München|Hamburg|Köln|Frankfurt|Stuttgart|Düsseldorf|Leipzig|Dresden|Hannover|Nürnberg|Bayern|Sachsen|Hessen)(?!\p{L})/gu,
    ],
    [
      'AT',
      /(?<!\p{L})(?:Österreich|Wien|Graz|Linz|Salzburg|Tirol|Innsbruck|Klagenfurt|Vorarlberg|Kärnten|Steiermark|Burgenland)(?!\p{L})/gu,
    ],
    [
      'CH',
      /(?<!\p{L})(?:Schweiz|Zürich|Bern|Basel|Luzern|Winterthur|St\. Gallen|Aargau|Graubünden|Genf)(?!\p{L})/gu,
    ],
    ['IT', /(?<!\p{L})(?:Südtirol|Bozen|Meran|Brixen|Bruneck)(?!\p{L})/gu],
    ['LI', /\b(?:Liechtenstein|Vaduz)\b/g],
    ['LU', /\b(?:Luxemburg|Esch-sur-Alzette)\b/g],
  ],
  fr: [
    [
      'FR',
      /\b(?:France|Paris|Lyon|Marseille|Toulouse|Bordeaux|Lille|Nantes|Strasbourg|Montpellier|Rennes|Bretagne|Normandie)\b/g,
    ],
    ['BE', /\b(?:Belgique|Bruxelles|Liège|Wallonie|Namur|Charleroi)\b/g],
    ['CH', /\b(?:Suisse|Genève|Lausanne|Vaud|Valais|Fribourg|Neuchâtel)\b/g],
    ['LU', /\bLuxembourg\b/g],
    ['CA', /\b(?:Canada|Québec|Montréal)\b/g],
  ],
  nl: [
    ['NL', /\b(?:Nederland|Amsterdam|Rotterdam|Utrecht|Den Haag|Eindhoven|Groningen|Limburg|Friesland)\b/g],
    ['BE', /(?<!\p{L})(?:België|Vlaanderen|Antwerpen|Brussel|Brugge|Leuven)(?!\p{L})/gu],
  ],
  ru: [
    ['RU', /(?<!\p{L})(?:Росси[яию]|Москв[аеы]|Путин|Петербург)/gu],
    ['UA', /(?<!\p{L})(?:Украин[аеыу]|Киев[ае]?|Харьков|Одесс[аеы])(?!\p{L})/gu],
    ['KZ', /(?<!\p{L})(?:Казахстан|Алматы|Астан[аеы])/gu],
    ['BY', /(?<!\p{L})(?:Беларус|Минск)/gu],
    ['IL', /(?<!\p{L})Израил/gu],
  ],
  zh: [
    ['TW', /台灣|臺灣|台北|臺北/g],
    ['HK', /香港/g],
    ['CN', /中国|北京|上海/g],
  ],
};
/** Minimum mentions of a country, and of their share in percent. */
const MIN_MENTIONS = 3;
const MIN_SHARE = 75;
const MAX_MENTIONS = 300;

interface Names {
  /** Beginnings of the names up to what is not the same in all their forms. */
  readonly beginnings: Literals;
  /** A name at an offset, with a group per country. */
  readonly pattern: RegExp;
}

/** The names of each language, so that a text is read once. */
const NAMES_BY_LANGUAGE: ReadonlyMap<string, Names> = new Map(
  Object.entries(NAMES).map(([language, countries]) => {
    const sources = countries.map(([, { source }]) => source);
    return [
      language,
      {
        beginnings: new Literals(sources.flatMap(beginningsOf)),
        pattern: new RegExp(sources.map((source) => `(${source})`).join('|'), 'uy'),
      },
    ];
  }),
);

/** Beginnings of the alternatives of a pattern: `Росси` of `Росси[яию]`, `Australia` of `Australian?`. */
function beginningsOf(source: string): readonly string[] {
  return source
    .replaceAll(/\(\?<?!\\p\{L\}\)|\\b|\(\?:|\)/g, '')
    .replaceAll(String.raw`\.`, '.')
    .split('|')
    .map((name) => name.replace(/\[.*|.\?.*/, ''));
}

/** The names in a text, at most 300. */
function namesIn(text: string, { beginnings, pattern }: Names): readonly RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  let end = 0;
  beginnings.forEach(text, (_, at) => {
    if (at < end || matches.length === MAX_MENTIONS) return;
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return;
    matches.push(match);
    end = pattern.lastIndex;
  });
  return matches;
}

/** Minimum of different names, and of their share in percent, with which the country is that of the site. */
const MANY_NAMES = 3;
const MANY_SHARE = 85;
/** Languages that inflect names, so that one would count as several. */
const INFLECTING: ReadonlySet<string> = new Set(['ru']);

/** The beginning that forms of one name share: `Paki` of Pakistan and Pakistani, `U` of the USA, the U.S. and the United States. */
function rootOf(name: string): string {
  return name.startsWith('U') ? 'U' : name.slice(0, 4);
}

/** The country that a text speaks of far more often than of all others. */
export function mentionSigns({ text, language }: SignedText): readonly Sign[] {
  const countries = NAMES[language ?? ''] ?? [];
  const known = NAMES_BY_LANGUAGE.get(language ?? '');
  if (known === undefined) return [];
  const names = Map.groupBy(namesIn(text, known), (match) => match.indexOf(match[0], 1) - 1);
  const all = names.values().reduce((sum, matches) => sum + matches.length, 0);
  return [...names].flatMap(([at, matches]): readonly Sign[] => {
    const country = countries[at]?.[0];
    const share = (matches.length * 100) / all;
    if (country === undefined || matches.length < MIN_MENTIONS || share < MIN_SHARE) return [];
    const written = new Set(matches.map(([name]) => name));
    const different = new Set(matches.map(([name]) => rootOf(name))).size;
    const isMany = !INFLECTING.has(language ?? '') && different >= MANY_NAMES && share >= MANY_SHARE;
    const value = [...written].slice(0, 5).join(', ');
    const source = isMany ? 'many_mentions' : different > 1 ? 'mention' : 'single_mention';
    return [{ source, value, country }];
  });
}
