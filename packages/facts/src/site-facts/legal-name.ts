import { foldedValue } from '@sitegrep/html';
import type { StatedText } from '@sitegrep/site';
import type { MarkedUpProperty } from './marked-up-properties.ts';
import { type OwnerThing, textsOf } from './owner-things.ts';
import { asWritten } from './stated.ts';

const MAX_NAME = 120;

/** Legal forms at the end of a firm's name, and words that only names of organisations end with. */
const FORMS = [
  String.raw`gGmbH|GmbH(?: ?& ?Co\.? ?KG(?:aA)?)?|mbH|AG(?: ?& ?Co\.? ?KG(?:aA)?)?|KGaA|SE|UG(?: ?\(haftungsbeschränkt\))?|(?:GmbH ?& ?Co\.? )?KG|OHG|GbR|e\. ?V\.|e\. ?G\.|eG|e\.K\.|Verlagsgesellschaft mbH`,
  String.raw`S\.?p\.?A\.?|S\.?r\.?l\.?s?\.?|S\.?n\.?c\.?|S\.?a\.?s\.?|S\.A\.S?\.?U?|SA|SAS|SASU|SARL|S\.A\.R\.L\.?|EURL|SCOP|S\.L\.U?\.?|SLU?|S\.A\.U\.?|Lda\.?|Ltda\.?|LTDA\.?|S/A|EIRELI|S\.C\.|de C\.V\.|S\. de R\.L\.`,
  String.raw`(?:& |and )?Co\.?,? (?:Ltd\.?|Inc\.?|LLC|KG)|Ltd\.?|LTD\.?|Limited|LIMITED|INC\.?|CORP\.?|CORPORATION|COMPANY|GMBH|PLC|plc|LLP|L\.L\.P\.|LLC|L\.L\.C\.?|L\.P\.|LP|Inc\.?|Incorporated|Corp\.?|Corporation|Company|& Co\.?|Co\.|Pty\.?(?: Ltd\.?)?|Pte\.?(?: Ltd\.?)?|Pvt\.?(?: Ltd\.?)?|P\.C\.|CIC|C\.I\.C\.|Foundation|Trust|PBC|Sdn\.? Bhd\.?|Bhd\.?`,
  String.raw`B\.?V\.?|N\.?V\.?|V\.?O\.?F\.?|BVBA|CVBA|vzw|asbl|ASBL|A/S|ApS|AB|AS|ASA|Oyj?|Ltd Oy|hf\.?|ehf\.?|OÜ|SIA|UAB|VšĮ|MB`,
  String.raw`s\. ?r\. ?o\.?|spol\. s r\. ?o\.|a\. ?s\.|v\. ?o\. ?s\.|z\. ?s\.|o\. ?p\. ?s\.|[Ss]p\. ?z ?o\. ?o\.(?: ?[Ss]p\. ?k\.)?|S\.A\.|sp\. ?[jk]\.|Kft\.?|Zrt\.?|Nyrt\.?|Bt\.?|d\.o\.o\.|d\.d\.|j\.d\.o\.o\.|S\.?R\.?L\.?|A\.Ş\.|Ltd\. ?Şti\.|Α\.?Ε\.?|Ε\.?Π\.?Ε\.?|Ο\.?Ε\.?|Ι\.?Κ\.?Ε\.?|ЕООД|ООД|АД|ЕАД`,
].join('|');
/** Forms that stand before the name. */
const LEADING = String.raw`ООО|ОАО|ЗАО|ПАО|АО|НАО|ИП|ТОВ|ПрАТ|ТОО|ЧУП|УП|PT|UAB|SIA|株式会社|有限会社|合同会社|一般社団法人|公益財団法人|一般財団法人|公益社団法人|주식회사|㈜|\(주\)|（주）`;
const ASIAN = String.raw`株式会社|有限会社|合同会社|股份有限公司|有限责任公司|有限公司|주식회사|\(주\)|㈜`;

/** Characters of a name; a full stop before a blank ends it, other than after an initial. Each has one way to match. */
const NAME = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}&'’+,!@/–-]|\.(?! )|(?<=(?<!\p{L})\p{L}{1,3})\.(?= )| (?! )){0,79}?`;
const WITH_FORM = String.raw`(?:${NAME}[ ,]+(?:${FORMS})(?![\p{L}\p{N}])|(?:${LEADING})[ «"“„]*${NAME}(?=[»"”“.,;|©]| - |\s{2}|$)|[\p{L}\p{N}・&.-]{2,30}(?:${ASIAN}))`;

const SIGN = String.raw`(?:©|\([cC]\)|[Cc]opyright|COPYRIGHT|℗)`;
/** Years, words and signs between the copyright sign and the name. */
const LEAD = String.raw`(?:${SIGN}|\d{2,4}(?!\d)|(?:present|heute|by|By|BY|bei|von|par|de|owned by or licensed to|[Ee]dito da)(?!\p{L})|[\s:.,|/–—-])*`;
const COPYRIGHT = new RegExp(String.raw`(?:${SIGN})${LEAD}(?<name>${WITH_FORM})`, 'uy');
/** Copyright signs that are looked at: of the first and the last, because pictures have some as well. */
const MAX_SIGNS = 30;
const AROUND = 200;

/** Words before the name of the owner in an imprint. */
const IMPRINT = new RegExp(
  String.raw`(?:Angaben gemäß § ?5 (?:Abs\. ?\d )?(?:TMG|DDG|ECG)|Diensteanbieter|Herausgeber(?:in)?|Anbieter(?:in)?|Betreiber(?:in)?(?: der (?:Website|Webseite|Seite))?|Medieninhaber(?:in)?(?: und Herausgeber)?|Verantwortlich(?:er)?(?: für den Inhalt)?|Firmenname|Firmenwortlaut|Éditeur(?: du site)?|édité par|Raison sociale|Dénomination sociale|Propriétaire|Denominación social|Razón social|Titular|Responsable|Ragione sociale|Denominazione(?: sociale)?|Denominação social|Razão social|Provozovatel|Prevádzkovateľ|Administrator(?:em)?|Üzemeltető|Cégnév|Operator|Company name|Registered name|Legal name|Owner|販売業者|会社名|商号|運営会社|运营者|公司名称|상호|회사명|Юридическое лицо|Наименование|Полное наименование|Ticaret unvanı|Επωνυμία|Naam|Bedrijfsnaam|Firmanavn|Firma)[^\p{L}\p{N}]{0,6}(?:dieser Website (?:ist|sind)|ist(?: die)?|is|est(?: la)?|es|è)?[^\p{L}\p{N}]{0,6}(?<name>${WITH_FORM})`,
  'gu',
);

/** Owners of pictures and software, who have copyright lines on the sites of others. */
const OTHERS =
  /^(?:getty images|reuters|associated press|afp|dpa|shutterstock|istock|adobe|google|automattic|wordpress|shopify|wix|squarespace|weebly|vbulletin|invision|jelsoft|dragonbyte|crawlability|tripadvisor|press association|biblica|phpbb|xenforo|zendesk|facebook|microsoft|openstreetmap|mapbox|tomtom)/i;

/**
 * The name of the firm that owns a site: `legalName` of schema.org, else that of the copyright line, else that of the imprint.
 * Names in texts count only with a legal form.
 *
 * @param isImprint whether the page is an imprint
 * @param isOthers whether what stands at an offset of the text is of another party
 */
export function legalName(
  things: readonly OwnerThing[],
  markedUp: readonly MarkedUpProperty[],
  text: string,
  isImprint: boolean,
  isOthers: (at: number) => boolean,
): StatedText | null {
  for (const { properties } of things) {
    const [written] = textsOf(properties['legalName']);
    const stated = written === undefined ? null : statedName(written, 'json-ld', written);
    if (stated !== null) return stated;
  }
  const microdata = markedUp.find(({ name }) => name === 'legalName');
  return (
    (microdata === undefined ? null : statedName(microdata.value, 'microdata', microdata.value)) ??
    (isImprint ? ofImprint(text, isOthers) : null) ??
    ofCopyright(text, isOthers)
  );
}

/** The name in the copyright line with the latest year: older ones are those of pictures, recipes and software. */
function ofCopyright(text: string, isOthers: (at: number) => boolean): StatedText | null {
  let best: StatedText | null = null;
  let latest = -1;
  for (const { index } of [...text.matchAll(/©|\(c\)|copyright/gi)].slice(-MAX_SIGNS)) {
    COPYRIGHT.lastIndex = 0;
    const found = COPYRIGHT.exec(text.slice(index, index + AROUND));
    if (found === null || isOthers(index)) continue;
    const stated = statedName(found.groups?.['name'] ?? '', 'copyright', found[0]);
    const year = Math.max(
      0,
      ...Array.from(found[0].matchAll(/(?:19|20)\d\d/g), ([digits]) => Number(digits)),
    );
    if (stated === null || year < latest) continue;
    best = stated;
    latest = year;
  }
  return best;
}

function ofImprint(text: string, isOthers: (at: number) => boolean): StatedText | null {
  for (const { 0: written, groups, index } of text.slice(0, 50_000).matchAll(IMPRINT).take(10)) {
    if (isOthers(index)) continue;
    const stated = statedName(groups?.['name'] ?? '', 'imprint', written);
    if (stated !== null) return stated;
  }
  return null;
}

/** A brand before the firm that it is of. */
const PARENT =
  /^.{0,80}?,? (?:a|is a|an) (?:division|subsidiary|brand|unit|member|service|publication) of (?:the )?/i;
/** Words of a sentence, which no name has. */
const SENTENCE =
  /\b(?:without|written|consent|distribution|trademarks?|rights|licensed|property of|privacy|policy|terms of|cookies|advertise|provided by|powered by|designed by)\b/i;

function statedName(name: string, source: string, written: string): StatedText | null {
  const value = foldedValue(name.replace(PARENT, ''));
  if (
    value === null ||
    value.length > MAX_NAME ||
    value.length < 3 ||
    OTHERS.test(value) ||
    SENTENCE.test(value) ||
    /^[a-z]+ [a-z]+ /.test(value) ||
    !/\p{L}{2}/u.test(value)
  )
    return null;
  return { value, source, written: asWritten(written) };
}
