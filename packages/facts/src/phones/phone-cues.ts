// Words that announce phone numbers in text, in some thirty languages, and words that announce other numbers.
import type { PhoneKind } from '@sitegrep/site';

/** Words for each kind, which stand before or after a number. */
const CUES: Readonly<Record<PhoneKind, string>> = {
  phone:
    'tel|tels|teleph?one?s?|telefon\\w*|telef\\.|teléfonos?|téléphone|tél|telefoon|telefón|puhelin|puh|vaihde|phones?|ph|call|tlf|tfno|tfn|fono|sími|telp|telepon|điện thoại|đt|' +
    'hotline|helpline|infoline|infolinia|zadzwoń|dzwoń|toll[ -]?free|free ?phone|ring|dial|rufnummer|servicenummer|voice|' +
    'тел|телефоны?|телефону|звоните|звонить|τηλ|τηλ\\. κέντρο|τηλέφωνο|電話|电话|电話|联系电话|热线|熱線|總機|总机|客服专线|客服專線|대표전화|전화|연락처|โทร|โทรศัพท์|هاتف|تلفن|טלפון|טל|फ़ोन',
  mobile:
    'mobile?|mobiel|mobilní|mob|cell|cellphone|cellular[ei]?|celular|móvil|handy|gsm|natel|portable|komórka|kom|мобильный|моб|κιν|κινητό|手机|手機|短信|携帯|kännykkä|sms|휴대폰',
  fax: 'fax|telefax|faks|facsimile|télécopie|факс|φαξ|传真|傳真|팩스|ファックス|faksi|faxu',
  whatsapp: 'whats ?app',
};

/** Words that announce a number of any kind, and are followed by other numbers as often. */
const WEAK =
  'contact|contact us|contacts|kontakt|contatti|contacto|office|main|main office|corporate|headquarters|customer (?:service|care|support)|sales|service|parts|support|reception|reservations?|bookings?|emergency|info|home delivery|newsroom|advertising|front desk|business|editor|owner|questions|fragen|vragen|办公室|辦公室|编辑部|总编室|广告部|发行部|客服|咨询';

const KINDS = ['whatsapp', 'fax', 'mobile', 'phone'] as const satisfies readonly PhoneKind[];

/** The end of a word: no letter follows, except where words are not separated. */
const END = String.raw`(?![\p{L}\p{M}])`;
const BEGIN = String.raw`(?<![\p{L}\p{M}])`;
/** Text between a word and its number: punctuation, and a few words such as `us today on` or `(Germany)`. */
const GAP = String.raw`(?:[^\d\u2028@]{0,26}|(?:[^\d\u2028@]{0,14}\u2028){1,3}[^\d\u2028@]{0,6})`;

const named = (words: string): string =>
  `(?:${BEGIN}(?:${words})${END}|(?:${words
    .split('|')
    .filter((word) => /[\u0e00-\u0e7f\u3040-\u9fff\uac00-\ud7af]/.test(word))
    .concat('\uffff')
    .join('|')}))`;

const LETTERS: Readonly<Record<PhoneKind, string>> = {
  phone: String.raw`|(?<![\p{L}\d])[TPtp]\s?[:.|]|[☎✆☏📞🕿🕾]`,
  mobile: String.raw`|(?<![\p{L}\d])[Mm]\s?[:.]|📱`,
  fax: String.raw`|(?<![\p{L}\d])[Ff]\s?[:.|]|[📠🖷]`,
  whatsapp: '',
};

const BEFORE: readonly (readonly [kind: PhoneKind, pattern: RegExp])[] = KINDS.map((kind) => [
  kind,
  new RegExp(`(?:${named(CUES[kind])}${LETTERS[kind]})${GAP}$`, 'iu'),
]);
/** A word that another number follows announces that one: `555-0100 Fax: 555-0199`. */
const NO_NUMBER = String.raw`(?!\s?[:.]?\s?[+(]?\d)`;
const AFTER: readonly (readonly [kind: PhoneKind, pattern: RegExp])[] = KINDS.map((kind) => [
  kind,
  new RegExp(
    String.raw`^[^\S\u2028]?[([]?(?:${CUES[kind]}|${kind === 'phone' ? 'office|main|voice|work|home|gratis|kostenlos|gratuit|appel gratuit' : '\uffff'})${END}${NO_NUMBER}`,
    'iu',
  ),
]);
/** A word or two of Chinese and a colon are weak too. */
const WEAK_BEFORE = new RegExp(String.raw`${named(WEAK)}${GAP}$|[\u4e00-\u9fff]{2}[:：]\s?$`, 'iu');

/** The owner of a page speaking to its readers, directly before or after a number. */
const OWN_BEFORE =
  /(?<![\p{L}\p{M}])(?:(?:call|phone|ring|contact|reach|text|e-?mail|fax) us|our (?:office|team|phone|number|helpline|hotline)|(?:rufen|kontaktieren) sie uns|(?:appelez|contactez)[- ]nous|ll[aá]menos|cont[aá]ctenos|chiamaci|contattaci|ligue para n[oó]s|bel ons|ring oss|ring til os)(?![\p{L}\p{M}])[^\d\u2028]{0,24}$/iu;
const OWN_AFTER = /^[\s,.]{0,3}or (?:contact|e-?mail|text|visit) (?:us|our)(?![\p{L}\p{M}])/iu;

/** Words around the number of a service for conferences, with which one joins a meeting. */
const CONFERENCE_BEFORE =
  /(?<![\p{L}])(?:dial[ -]?in|(?:by|based on) your (?:current )?location|one tap mobile|zoom|webex|go ?to ?meeting|microsoft teams|(?:meeting|webinar|conference) (?:id|number)|by phone conference)(?![\p{L}])[^\u2028]{0,40}(?:\u2028[^\u2028]{0,20})?$/iu;
const CONFERENCE_AFTER =
  /^\W{0,6}(?:us\W{0,3})?(?:\([\p{L} ]+\)\W{0,4})?(?:and )?(?:(?:access|participant|conference|meeting|webinar|event)\s(?:code|id|number|pin)|passcode|pin code|,,\d)/iu;

/** Tells whether a number joins a meeting of a service for conferences. Parameters are as in `phoneCue`. */
export function isOfConference(before: string, after: string): boolean {
  return CONFERENCE_AFTER.test(after) || CONFERENCE_BEFORE.test(before);
}

/** Words directly before a number that is something else. */
const OTHER = new RegExp(
  String.raw`(?:${BEGIN}(?:isbn|issn|ean|upc|gtin|asin|doi|iban|bic|konto(?:nr)?|account|acct|vat|ust|ust-id\w*|hrb|hra|p\.?\s?iva|partita iva|c\.?f|siret|siren|rcs|nip|regon|krs|kvk|btw|cvr|org|cif|nif|cnpj|inn|инн|кпп|огрн|окпо|бик|licen[cs]e|lic|reg|registration|ein|fein|duns|dot|mc|cst|case|docket|order|item|sku|model|art(?:ikel|icle)?|produ[ck]t|part|serial|batch|ref|reference|zip|postcode|box|suite|ste|floor|patent|version|meeting id|passcode|pin|code|id|icq|skype|gg|gadu-gadu|qq|imei|tracking|lat|long|latitude|longitude|price|preis|page|vol|fig|icp备|icp證|icp证|备|№|эл|фс|pid)|[#$€£¥₽]|备案?号?)[\s.:#№=-]{0,4}(?:n[ro°]\.?|number|no\.?)?[\s.:#№=-]{0,4}$`,
  'iu',
);

export interface PhoneCue {
  readonly kind: PhoneKind;
  /** Whether the word announces nothing but phone numbers. */
  readonly isStrong: boolean;
}

/** Characters before and after a number in which words are looked for. */
export const CUE_BEFORE = 48;
export const CUE_AFTER = 28;

/**
 * The word that announces a number; null if there is none, or if another word says that it is something else.
 *
 * @param before text before the number, at most `CUE_BEFORE` characters
 * @param after text after it, at most `CUE_AFTER`
 */
export function phoneCue(before: string, after: string): PhoneCue | null {
  for (const [kind, pattern] of AFTER) if (pattern.test(after)) return { kind, isStrong: true };
  if (OTHER.test(before)) return null;
  let nearest: PhoneCue | null = null;
  let nearestAt = -1;
  for (const [kind, pattern] of BEFORE) {
    const at = lastCue(pattern, before);
    if (at > nearestAt) {
      nearest = { kind, isStrong: true };
      nearestAt = at;
    }
  }
  return nearest ?? (WEAK_BEFORE.test(before) ? { kind: 'phone', isStrong: false } : null);
}

/** Start of the last match of a pattern that ends at the end of a text; -1 if there is none. */
function lastCue(pattern: RegExp, text: string): number {
  let at = -1;
  let offset = 0;
  for (;;) {
    const match = pattern.exec(text.slice(offset));
    if (match === null) return at;
    at = offset + match.index;
    offset = at + 1;
  }
}

/** Whether the text around a number is the owner's, as in `call us on …`. Parameters are as in `phoneCue`. */
export function isOwnWords(before: string, after: string): boolean {
  return OWN_BEFORE.test(before) || OWN_AFTER.test(after);
}

/** Whether the text before a number says that it is something else than a phone number. */
export function announcesOther(before: string): boolean {
  return OTHER.test(before);
}
