import { type PaymentMark, uniqueOf } from '@sitegrep/site';
import { Literals } from '../literals.ts';
import { attributeOf, type PageElements } from '../site-facts/page-elements.ts';
import { asWritten } from '../site-facts/stated.ts';

const MAX_MARKS = 30;
/** Maximum elements that are looked at. */
const MAX_ELEMENTS = 3_000;

/** Means of payment, and the words by which files, classes and alternative texts name them. */
const NAMES: readonly (readonly [name: string, words: string])[] = [
  ['Visa', 'visa(?: ?electron)?'],
  ['Mastercard', 'master ?card'],
  ['Maestro', 'maestro'],
  ['American Express', 'amex|american ?express'],
  ['PayPal', 'pay ?pal'],
  ['Klarna', 'klarna'],
  ['Apple Pay', 'apple ?pay'],
  ['Google Pay', 'google ?pay|g ?pay'],
  ['Amazon Pay', 'amazon ?pay(?:ments)?'],
  ['Shop Pay', 'shop ?pay|shopify ?pay'],
  ['Diners Club', 'diners(?: ?club)?(?: ?international)?'],
  ['Discover', 'discover(?= ?card|$)'],
  ['JCB', 'jcb'],
  ['UnionPay', 'union ?pay'],
  ['Sofort', 'sofort(?: ?überweisung| ?ueberweisung| ?banking)?'],
  ['giropay', 'giro ?pay'],
  ['iDEAL', 'ideal'],
  ['Bancontact', 'ban ?contact'],
  ['EPS', 'eps(?: ?überweisung)?'],
  ['SEPA', 'sepa(?: ?lastschrift| ?direct ?debit)?'],
  ['Przelewy24', 'przelewy ?24|p24'],
  ['BLIK', 'blik'],
  ['PayU', 'pay ?u'],
  ['Afterpay', 'after ?pay'],
  ['Clearpay', 'clear ?pay'],
  ['Affirm', 'affirm'],
  ['Sezzle', 'sezzle'],
  ['Alipay', 'ali ?pay'],
  ['WeChat Pay', 'we ?chat ?pay|weixin ?pay'],
  ['Swish', 'swish'],
  ['Vipps', 'vipps'],
  ['MobilePay', 'mobile ?pay'],
  ['TWINT', 'twint'],
  ['PostFinance', 'post ?finance(?: ?card)?'],
  ['Mir', 'mir(?= ?card|$)'],
  ['Multibanco', 'multi ?banco'],
  ['MB WAY', 'mb ?way'],
  ['Elo', 'elo'],
  ['Hipercard', 'hiper ?card'],
  ['Boleto', 'boleto(?: ?bancario)?'],
  ['Pix', 'pix'],
  ['RuPay', 'ru ?pay'],
  ['Paytm', 'paytm'],
  ['mada', 'mada'],
  ['Dankort', 'dan ?kort'],
  ['Cartes Bancaires', 'cartes? ?bancaires?|cb'],
  ['Ratepay', 'rate ?pay'],
  ['Skrill', 'skrill'],
  ['Neteller', 'neteller'],
  ['Trustly', 'trustly'],
  ['Stripe', 'stripe'],
  ['Venmo', 'venmo'],
  ['Bitcoin', 'bitcoin'],
];

/** Words that are something else as well, and count only where the page says that they are about payment. */
const AMBIGUOUS = new Set([
  'Discover',
  'iDEAL',
  'EPS',
  'Affirm',
  'Swish',
  'Mir',
  'Elo',
  'Pix',
  'mada',
  'Cartes Bancaires',
  'PayU',
  'Maestro',
  'Stripe',
  'Bitcoin',
  'Boleto',
  'Sofort',
  'SEPA',
  'Visa',
  'Amazon Pay',
]);

const PATTERNS = NAMES.map(([name, words]) => ({
  name,
  pattern: new RegExp(`(?<![a-z])(?:${words.replaceAll(' ?', '[ _-]?')})(?![a-z])`, 'i'),
}));
/** Beginnings of the names, with each separator in place of ` ?`, up to the first letter that can be absent. */
const BEGINNINGS = new Literals(
  NAMES.flatMap(([, words]) => words.replaceAll(/\(\?.*?\)\??/g, '').split('|')).flatMap((name) =>
    ['', ' ', '_', '-'].map((separator) => name.replaceAll(' ?', separator).replace(/.\?.*$/, '')),
  ),
);

/** Whether a text may have one of the names: most have none. */
function mayName(text: string): boolean {
  const lower = text.toLowerCase();
  for (let at = BEGINNINGS.next(lower); at !== -1; at = BEGINNINGS.next(lower, at + 1))
    if (!/[a-z]/.test(lower.charAt(at - 1))) return true;
  return false;
}
/** Words around a mark that say what it is. */
const PAYMENT =
  /pay|card|credit|zahl|paiement|pago|pagament|betal|maksu|plat|płat|fizet|оплат|payment|checkout|kreditk|bezahl|(?:^|[\W_])(?:cc|pi|pm|fa)-/i;

const CLASSED = ['span', 'li', 'div', 'a'];
const ATTRIBUTES = [
  'alt',
  'title',
  'aria-label',
  'aria-labelledby',
  'class',
  'id',
  'src',
  'data-src',
  'href',
  'xlink:href',
] as const;
/** Logos of payment services next to these are about something else. */
const SHARED = /share|social|follow|login|news|article|post-?thumb|donate/i;

/** Means of payment whose marks a page shows: images, icons and classes that name them. */
export function paymentMarks(elements: PageElements): readonly PaymentMark[] {
  const certain: PaymentMark[] = [];
  const likely: PaymentMark[] = [];
  let count = 0;
  for (const index of elements.pictures) {
    addMarks(elements, index, certain, likely);
  }
  // Icons that are classes of other elements come together with others.
  if (certain.length + likely.length === 0) return [];
  count = 0;
  for (const index of elements.named(CLASSED)) {
    if (++count > MAX_ELEMENTS) break;
    const className = attributeOf(elements.tag(index), 'class') ?? '';
    if (mayName(className) && PAYMENT.test(className)) addMarks(elements, index, certain, likely);
  }
  // Names that mean something else as well need another mark beside them.
  const names = new Set([...certain, ...likely].map(({ name }) => name));
  return uniqueOf(names.size >= 2 ? [...certain, ...likely] : certain, ({ name }) => name, MAX_MARKS);
}

function addMarks(
  elements: PageElements,
  index: number,
  certain: PaymentMark[],
  likely: PaymentMark[],
): void {
  const tag = elements.tag(index);
  if (!mayName(tag)) return;
  for (const attribute of ATTRIBUTES) {
    const value = attributeOf(tag, attribute);
    if (value === null || value === '' || value.length > 400 || /^data:/i.test(value)) continue;
    const text =
      attribute === 'src' || attribute === 'data-src' || attribute === 'href' ? fileOf(value) : value;
    if (text.length > 120 || SHARED.test(text)) continue;
    const named = PATTERNS.filter(({ pattern }) => pattern.test(text));
    for (const { name, pattern } of named) {
      const isMark =
        isExact(text, pattern) || (named.length > 1 && ACCEPTED.test(text) && !isPicture(elements, index));
      if (!isMark) continue;
      const mark: PaymentMark = { name, source: elements.name(index), written: asWritten(value) };
      if (AMBIGUOUS.has(name)) likely.push(mark);
      else certain.push(mark);
    }
  }
}

/** Words by which a text says that these are means of payment. */
const ACCEPTED =
  /accept|payment|pay with|zahlung|bezahl|zahlen|paiement|pago|pagament|betal|płat|platb|card|kart|оплат/i;

/** Whether an element belongs to an article or a picture with a caption. */
function isPicture(elements: PageElements, index: number): boolean {
  return elements
    .ancestors(index)
    .some((ancestor) => ['article', 'figure'].includes(elements.name(ancestor)));
}

/** Whether a text is little more than the name. */
function isExact(text: string, pattern: RegExp): boolean {
  return (
    text
      .replace(pattern, '')
      .replaceAll(
        /\b(?:logos?|icons?|svg|png|webp|jpe?g|gif|img|image|payments?|pay|card|cc|pi|fa|fab|brands|method|footer|small|color|badge|new)\b|[\W\d_]/gi,
        '',
      ).length <= 6
  );
}

/** The last part of an address and its fragment. */
function fileOf(address: string): string {
  const path = address.split('?', 1)[0] ?? '';
  return path.slice(path.lastIndexOf('/') + 1);
}
