import { Literals } from '../../literals.ts';
import { around, isReadIn, matchesOf, type Sign, type SignedText } from './sign.ts';

/** First digits of the ZIP codes of each state, and country if the post counts another one among them. */
const STATES: ReadonlyMap<string, RegExp> = new Map(
  (
    'AL3 AK9 AZ8 AR7 CA9 CO8 CT0 DE1 DC2 FL3 GA3 HI9 ID8 IL6 IN4 IA5 KS6 KY4 LA7 ME0 MD2 MA0 MI4 MN5 MS3 MO6 MT5 NE6 ' +
    'NV8 NH0 NJ0 NM8 NY[01] NC2 ND5 OH4 OK7 OR9 PA1 RI0 SC2 SD5 TN3 TX[78] UT8 VT0 VA2 WA9 WV2 WI5 WY8 ' +
    'PR0 VI0 GU9 MP9 AS9'
  )
    .split(' ')
    .map((each) => [each.slice(0, 2), new RegExp(`^${each.slice(2)}`)]),
);
/** Territories that are countries of their own in ISO 3166-1. */
const TERRITORIES: ReadonlySet<string> = new Set(['PR', 'VI', 'GU', 'MP', 'AS']);

const STATE_NAMES =
  'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|' +
  'Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|' +
  'New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|' +
  'South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming';

/** Areas of British postcodes; those of the islands around are countries of their own. */
const AREAS: ReadonlySet<string> = new Set(
  (
    'AB AL B BA BB BD BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX FK FY G GL GU ' +
    'HA HD HG HP HR HS HU HX IG IP IV KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA PE PH PL PO ' +
    'PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE ' +
    'GY IM JE'
  ).split(' '),
);
const ISLANDS: Readonly<Record<string, string>> = { GY: 'GG', IM: 'IM', JE: 'JE' };

type Reading = (match: RegExpExecArray) => string | null;
type Form = readonly [
  pattern: RegExp,
  country: string | Reading,
  languages?: string | undefined,
  /** Names of which each match has one, in lower case. Absent: none. */
  names?: readonly string[],
];

/**
 * A form with the name of a city or state. Texts without any of them need no further test.
 *
 * @param names separated by `|`
 * @param form source of the pattern, with `…` where the names are
 */
function withName(country: string, names: string, form: string, flags = 'g'): Form {
  const pattern = new RegExp(form.replace('…', `(?:${names.replaceAll('.', String.raw`\.`)})`), flags);
  return [pattern, country, undefined, names.toLowerCase().split('|')];
}

/** Forms of addresses with a postcode that are of one country, and the country that a match is of. */
const FORMS: readonly Form[] = [
  [
    /\b([A-Z]{2})[.,]?\s{1,3},?\s{0,3}(\d{5})(?:\s?[-–]\s?\d{4})?\b(?!\s*[-–/.]?\d)/g,
    ([, state = '', zip = '']) =>
      STATES.get(state)?.test(zip) === true ? (TERRITORIES.has(state) ? state : 'US') : null,
  ],
  withName('US', `${STATE_NAMES}|D.C.|Fla.|Calif.|FL.`, String.raw`\b…[.,]?\s{1,3}\d{5}(?:-\d{4})?\b`),
  [/(?<![\w#-])[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] \d[ABCEGHJ-NPRSTV-Z]\d\b/g, 'CA'],
  [
    /(?<![\w#-])([A-Z]{1,2})\d[A-Z\d]? \d(?!GB|BN\b|XL\b)[ABD-HJLNP-UW-Z]{2}\b/g,
    ([, area = '']) => (AREAS.has(area) ? (ISLANDS[area] ?? 'GB') : null),
  ],
  [/\bDublin (?:\d{1,2}|D\d\d)\b|\bCo\. (?:Dublin|Cork|Galway|Kerry|Mayo|Kildare|Wicklow|Meath)\b/g, 'IE'],
  withName(
    'AU',
    'NSW|VIC|QLD|TAS|ACT|N.S.W.|Victoria|Queensland|New South Wales|South Australia|Western Australia',
    String.raw`\b…,?\s{1,3}\d{4}\b(?!\d)`,
    'gi',
  ),
  withName(
    'NZ',
    'Auckland|Wellington|Christchurch|Dunedin|Tauranga|Palmerston North',
    String.raw`\b…(?: Central)?,? \d{4}\b`,
  ),
  withName(
    'ZA',
    'Cape Town|Johannesburg|Pretoria|Durban|Sandton|Randburg|Centurion|Stellenbosch|Bloemfontein',
    String.raw`\b…,? \d{4}\b`,
  ),
  [
    /\b(?:[DF]-\d{5}|A-\d{4}|CH-\d{4}|L-\d{4}|FL-\d{4}|B-\d{4}|NL-\d{4} ?[A-Z]{2}|DK-\d{4}|FI-\d{5}|SE-\d{3} ?\d\d|CZ-\d{3} ?\d\d|PL-\d\d-\d{3}) (?=\p{Lu}\p{Ll})/gu,
    ([written]) => PREFIXES[/^[A-Z]+/.exec(written)?.[0] ?? ''] ?? null,
  ],
  [
    /(?:str\.|straße|strasse|weg|platz|allee|gasse|ring|damm|ufer|Postfach)\s{1,3}\d{1,4} ?[a-z]?(?:\s?[-–]\s?\d{1,4})?[\s,|•·]{1,6}(?:D-)?\d{5} \p{Lu}\p{Ll}/gu,
    'DE',
    'de',
  ],
  [
    /(?:str\.|straße|gasse|weg|platz|allee|ring)\s{1,3}\d{1,4}(?:[/-]\d{1,4}){0,3}[\s,|•·]{1,6}\d{4} (?:Wien|Graz|Linz|Salzburg|Innsbruck|Klagenfurt|\p{Lu}\p{Ll})/gu,
    ([written]) => (written.includes('ß') ? 'AT' : null),
    'de',
  ],
  [
    /\b(?:rue|avenue|boulevard|bd|place|quai|chemin|impasse|allée|cours|route)\b[^\n|]{3,50}[\s,|–•-]{1,6}(?:\d{5})(?: |, )\p{Lu}/giu,
    'FR',
    'fr',
  ],
  [
    /\b(?:via|viale|piazza|corso|largo|vicolo|loc\.)\s[^\n|]{3,40}[\s,|–•-]{1,6}\d{5},?\s[\s–-]{0,2}\p{Lu}/giu,
    'IT',
    'it',
  ],
  [
    /\b(?:calle|c\/|avda\.?|avenida|plaza|paseo|pº|polígono|ctra\.)\s?[^\n|]{3,50}[\s,|–•.-]{1,6}(?:0[1-9]|[1-4]\d|5[0-2])\d{3},? (?:Madrid|Barcelona|Valencia|Sevilla|Zaragoza|Málaga|Bilbao|\p{Lu}\p{Ll}+ ?\()/giu,
    'ES',
    'es ca eu gl',
  ],
  withName(
    'NL',
    'Amsterdam|Rotterdam|Den Haag|Utrecht|Eindhoven|Groningen|Tilburg|Almere|Breda|Nijmegen|Arnhem|Haarlem|Enschede|Apeldoorn|Amersfoort|Zaandam|Hoofddorp|Leiden|Delft|Hilversum|Zwolle|Maastricht|Dordrecht|Alkmaar',
    String.raw`\b\d{4} ?[A-Z]{2} …\b`,
    'gi',
  ),
  [/\bul\. ?\p{Lu}[^\n|]{2,40}[\s,|]{1,5}\d\d-\d{3} \p{Lu}/gu, 'PL'],
  withName(
    'PL',
    'Warszawa|Kraków|Łódź|Wrocław|Poznań|Gdańsk|Szczecin|Katowice|Lublin',
    String.raw`\b\d\d-\d{3} …\b`,
  ),
  [/\b(?:CEP:? ?\d{5}-?\d{3}|\d{5}-\d{3}\b(?=[^\n]{0,30}\b(?:SP|RJ|MG|RS|PR|SC|BA|DF|Brasil)\b))/g, 'BR'],
  [
    /\b(?:Mumbai|New Delhi|Delhi|Bangalore|Bengaluru|Chennai|Kolkata|Hyderabad|Pune|Noida|Gurgaon|Gurugram|Ahmedabad|Jaipur|Kochi|Trivandrum|Thiruvananthapuram|Coimbatore|Indore|Chandigarh|Lucknow)[\s,–-]{1,4}[1-8]\d{2} ?\d{3}\b|\bPIN(?: ?code)?[ :-]{1,3}[1-8]\d{2} ?\d{3}\b/g,
    'IN',
  ],
  withName('SG', 'Singapore', String.raw`\b… \(?\d{6}\b`),
  withName(
    'MY',
    'Kuala Lumpur|Petaling Jaya|Shah Alam|Subang Jaya|Johor Bahru|Penang|Selangor',
    String.raw`\b\d{5},? …\b`,
  ),
  withName('CZ', 'Praha|Brno|Ostrava|Plzeň|Olomouc|Liberec', String.raw`\b\d{3} \d\d …\b|\bPraha \d{1,2}\b`),
  withName('SK', 'Bratislava|Košice|Žilina|Nitra|Prešov', String.raw`\b\d{3} \d\d …\b`),
  withName(
    'SE',
    'Stockholm|Göteborg|Malmö|Uppsala|Solna|Lund|Linköping|Västerås|Örebro',
    String.raw`\b\d{3} \d\d …\b`,
    'gi',
  ),
  withName(
    'DK',
    'København|Aarhus|Odense|Aalborg|Frederiksberg|Hellerup|Valby',
    String.raw`\b(?:\d{4} …\b|\d{4} København)`,
    'gi',
  ),
  withName(
    'NO',
    'Oslo|Bergen|Trondheim|Stavanger|Tromsø|Drammen|Kristiansand',
    String.raw`\b\d{4} …\b`,
    'gi',
  ),
  withName('FI', 'Helsinki|Espoo|Tampere|Turku|Oulu|Vantaa', String.raw`\b\d{5} …\b`, 'gi'),
  [/\b(?:1\d{3} Budapest|H-\d{4} \p{Lu})/gu, 'HU'],
  withName('BE', 'Bruxelles|Brussel|Brussels|Antwerpen|Gent|Liège|Namur|Leuven', String.raw`\b\d{4} …\b`),
  withName(
    'CH',
    'Zürich|Zurich|Bern|Basel|Genève|Lausanne|Luzern|Winterthur|St. Gallen|Zug',
    String.raw`\b\d{4} …\b`,
  ),
  withName('AT', 'Wien|Graz|Linz|Salzburg|Innsbruck|Klagenfurt', String.raw`\b\d{4} …\b`),
  withName('AT', 'Vienna', String.raw`\b1\d\d0 …\b`),
  withName(
    'DE',
    'Berlin|Hamburg|München|Munich|Köln|Cologne|Frankfurt|Stuttgart|Düsseldorf|Leipzig|Dortmund|Essen|Bremen|Dresden|Hannover|Nürnberg',
    String.raw`\b\d{5} …\b`,
  ),
  withName(
    'FR',
    'Paris|Lyon|Marseille|Toulouse|Bordeaux|Lille|Nantes|Strasbourg|Montpellier|Nice',
    String.raw`\b(?:75|69|13|31|33|59|44|67|34|06)\d{3} …\b`,
    'gi',
  ),
  withName(
    'IT',
    'Milano|Roma|Torino|Napoli|Bologna|Firenze|Genova|Verona|Padova|Venezia|Bari|Palermo',
    String.raw`\b\d{5} …\b`,
  ),
  withName(
    'ES',
    'Madrid|Barcelona|Valencia|Sevilla|Zaragoza|Málaga|Bilbao',
    String.raw`\b(?:0[1-9]|[1-4]\d|5[0-2])\d{3},? …\b`,
  ),
  withName(
    'PT',
    'Lisboa|Porto|Coimbra|Braga|Faro|Aveiro|Leiria|Setúbal|Funchal',
    String.raw`\b\d{4}-\d{3} …`,
    'gu',
  ),
  withName('TR', 'İstanbul|Ankara|İzmir|Bursa', String.raw`\b\d{5} [^\n|]{0,30}(?:\/ ?)?…\b`),
];

/** The forms of each name. */
const FORMS_BY_NAME: ReadonlyMap<string, readonly Form[]> = new Map(
  FORMS.flatMap(([, , , names]) => names ?? []).map((name) => [
    name,
    FORMS.filter(([, , , names]) => names?.includes(name)),
  ]),
);
const ANY_NAME = new Literals(FORMS_BY_NAME.keys());

/** Forms that a text may have by its names. */
function formsIn(text: string): readonly Form[] {
  const named = new Set<Form>();
  ANY_NAME.forEach(text.toLowerCase(), (name) => {
    for (const form of FORMS_BY_NAME.get(name) ?? []) named.add(form);
  });
  return FORMS.filter((form) => form[3] === undefined || named.has(form));
}

/** Forms of postcodes in other scripts than Latin. */
const FORMS_IN_OTHER_SCRIPTS: readonly Form[] = [
  [
    /〒 ?\d{3}[-－ー‐]\d{4}|(?:東京都|大阪府|京都府|北海道|神奈川県|愛知県|福岡県|埼玉県|千葉県|兵庫県)\p{Script=Han}{1,6}[市区町村郡]/gu,
    'JP',
    'ja',
  ],
  [
    /(?:邮编|邮政编码|郵政編碼)[:： ]{0,3}\d{6}|地址[:： ]{0,3}[^\n|]{0,12}(?:北京|上海|天津|重庆|广州|深圳|杭州|成都|武汉|南京|[浙江福建广湖南北河山东西安徽四川陕辽宁吉林云贵州]{2}省)/g,
    'CN',
    'zh',
  ],
  [/(?:台北|臺北|新北|台中|臺中|高雄|台南|臺南|桃園)市\p{Script=Han}{1,6}[路街區]/gu, 'TW', 'zh'],
  [/(?:서울(?:특별)?시|서울|부산|대구|인천|경기도|대전)[ ]?\p{Script=Hangul}{1,8}[구시군] /gu, 'KR', 'ko'],
  [
    /\b(?:1\d{5}|6\d{5}),? ?(?:Россия|г\. ?\p{Lu}|Москва|Санкт-Петербург|Екатеринбург|Новосибирск)|(?:г\. ?)?(?:Москва|Санкт-Петербург|Екатеринбург|Новосибирск|Казань|Самара), ?(?:ул\.|пр\.|просп|наб\.|пер\.|шоссе|[А-Я]\p{Ll}+(?:ая|ий) )/gu,
    'RU',
    'ru',
  ],
  [
    /(?:г\. ?)?(?:Киев|Харьков|Одесса|Днепропетровск|Львов), ?(?:ул\.|пр\.|просп|бульв)|(?:м\. ?)(?:Київ|Харків|Одеса|Дніпро|Львів)|\b0[1-9]\d{3}, ?(?:Украина|Україна|г\. ?Киев|м\. ?Київ)/gu,
    'UA',
    'ru uk',
  ],
  [/\b\d{3} \d\d,? (?:Αθήνα|Θεσσαλονίκη|Μαρούσι|Athens|Thessaloniki)/g, 'GR', 'el'],
];
const PREFIXES: Readonly<Record<string, string>> = {
  A: 'AT',
  B: 'BE',
  CH: 'CH',
  CZ: 'CZ',
  D: 'DE',
  DK: 'DK',
  F: 'FR',
  FI: 'FI',
  FL: 'LI',
  L: 'LU',
  NL: 'NL',
  PL: 'PL',
  SE: 'SE',
};

/** Numbers that could be postcodes, other than years, and the names that stand beside those that look like years. */
const CUE =
  /(?![a-z\s,])(?:(?<!\d)(?!(?:19|20)\d\d(?!\d))\d{4,6}(?!\d)|\d{3} \d\d(?!\d)|\d\d-\d{3}(?!\d)|[A-Z]\d[A-Z\d]? \d[A-Z]|Dublin|Praha|NSW|QLD|VIC|TAS|ACT)/g;
const REACH = 70;

/** Postal addresses in the text whose postcode and place together are of one country. */
export function postcodeSigns({ text, language, isOwners }: SignedText): readonly Sign[] {
  const near = around(text, CUE, REACH);
  const find = (forms: readonly Form[], where: string, sourceOf: (at: number) => number): readonly Sign[] =>
    forms.flatMap(([pattern, country, languages]) => {
      if (!isReadIn(languages, language)) return [];
      return matchesOf(where, pattern).flatMap((match): readonly Sign[] => {
        const found = typeof country === 'string' ? country : country(match);
        return found === null || !isOwners(sourceOf(match.index))
          ? []
          : [{ source: 'postcode', value: match[0], country: found }];
      });
    });
  const { joined } = near;
  return [
    ...(joined === '' ? [] : find(formsIn(joined), joined, (at) => near.sourceOf(at))),
    ...find(FORMS_IN_OTHER_SCRIPTS, text, (at) => at),
  ];
}
