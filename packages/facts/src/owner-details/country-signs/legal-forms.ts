import { type Cues, isReadIn, matchesOf, type Sign, type SignedText } from './sign.ts';

/** Legal forms that only companies of one country have; with a language, only in texts in it. */
const OF_ONE_COUNTRY: readonly (readonly [country: string, pattern: RegExp, languages?: string])[] = [
  ['DE', /\bUG ?\(haftungsbeschränkt\)|\be\. ?V\.(?= |$)|\b[eE]ingetragener Verein\b|\bgGmbH\b/g],
  ['IT', /\bS\. ?p\. ?A\.?(?![\p{L}\p{N}])|\bSpA\b/gu, 'it en'],
  ['IT', /\bS\. ?r\. ?l\.?(?:\b|(?=[\s,|]))|\bs\.n\.c\.|\bs\.a\.s\. di\b|\bsoc\. coop\./gi, 'it'],
  // Others write theirs in capitals.
  ['IT', /\bS\. ?r\. ?l\.?(?:\b|(?=[\s,|]))/g, 'en'],
  ['RO', /\bS\.?C\.? [^\n|]{2,40} S\.?R\.?L\.?\b/g, 'ro'],
  ['FR', /\b(?:SASU?|S\.A\.S\.?|EURL) (?:au capital|à associé)/gi],
  ['FR', /\b(?:SASU?|EURL)\b/g, 'fr'],
  ['PL', /\b(?:Sp\. ?z ?o\. ?o\.?|spółka z o\.o\.|Sp\. ?j\.|sp\. ?k\.)/gi],
  ['CZ', /\bs\. ?r\. ?o\.|\ba\. ?s\.(?=[\s,|])|\bz\. ?s\./g, 'cs'],
  ['SK', /\bs\. ?r\. ?o\.|\ba\. ?s\.(?=[\s,|])/g, 'sk'],
  ['HU', /\b(?:Kft|Zrt|Nyrt|Bt)\./g, 'hu'],
  ['HR', /\bj\.d\.o\.o\./g, 'hr'],
  ['RU', /(?<!\p{L})(?:ПАО|АНО|ФГУП|ГБУ|МУП|ФГБОУ)(?= ?[«"“„]| \p{Lu})/gu, 'ru'],
  ['UA', /(?<!\p{L})(?:ТОВ|ПрАТ|ПАТ)(?= ?[«"“„]| \p{Lu})/gu, 'uk ru'],
  ['KZ', /(?<!\p{L})(?:ТОО|ЖШС)(?= ?[«"“„]| \p{Lu})/gu],
  ['BY', /(?<!\p{L})(?:ОДО|ЧУП|УП|ИООО)(?= ?[«"“„])/gu],
  ['BG', /(?<!\p{L})(?:ЕООД|ООД|ЕАД)(?!\p{L})/gu, 'bg'],
  ['EE', /(?<!\p{L})OÜ(?!\p{L})/gu],
  // Without quotation marks it can be a university.
  ['LT', /\bUAB [„"“]/g],
  ['LT', /\bUAB \p{Lu}|\p{L}, UAB\b/gu, 'lt'],
  ['LV', /\bSIA [„"“«]/g],
  ['FI', /\p{L} (?:Oyj?|Ab Oy|Oy Ab)\b(?! [Vv]ey)/gu],
  ['SE', /\p{L} AB\b(?! Oy)(?!\s?\+?\d)|\baktiebolag\b/gu, 'sv'],
  ['DK', /\p{L} (?:A\/S|ApS|I\/S)\b/gu],
  ['NO', /\p{L} (?:AS|ASA)\b/gu, 'no nb nn'],
  ['NL', /\p{L} B\.? ?V\.?(?=[\s,|.]|$)/gu, 'nl'],
  ['NL', /\p{Ll} B\.V\./gu],
  ['BE', /\b(?:BVBA|SPRL|CVBA|VZW)\b/g],
  ['ES', /\bS\.? ?L\.? ?U?\.?(?=[\s,|.]|$)/g, 'es ca eu gl'],
  ['MX', /\bS\.? ?A\.? ?(?:P\.? ?I\.? )?de C\.? ?V\.?\b|\bS\. de R\.L\. de C\.V\./gi],
  ['BR', /\b(?:Ltda|LTDA|EIRELI|S\/A)\b\.?/g, 'pt'],
  ['PT', /\b(?:Lda|Unipessoal)\b\.?/g, 'pt'],
  ['TR', /\b(?:A\. ?Ş\.|Ltd\. ?Şti\.?|Anonim Şirketi)/g],
  ['GR', /(?<!\p{L})(?:Α\.?Ε\.?|Ε\.?Π\.?Ε\.?|Ι\.?Κ\.?Ε\.?)(?=[\s,|]|$)/gu, 'el'],
  ['AU', /(?<!\()\bPty\.? ?(?:Ltd|Limited)\b/gi],
  ['ZA', /\(Pty\) ?(?:Ltd|Limited)\b/gi],
  ['IN', /\bP(?:vt|rivate)\.? ?(?:Ltd|Limited)\b/gi],
  ['MY', /\bSdn\.? ?Bhd\b/gi],
  ['SG', /\bPte\.? ?(?:Ltd|Limited)\b/gi],
  ['ID', /\bPT\.? \p{Lu}[\p{L} ]{2,40}\bTbk\b|\bPT\.? \p{Lu}\p{Ll}+ \p{Lu}/gu, 'id'],
  ['TH', /บริษัท[^\n|]{2,60}จำกัด/g],
  ['JP', /株式会社|有限会社|合同会社|（株）|\(株\)|㈱|一般社団法人|独立行政法人/g],
  ['KR', /주식회사|㈜|\(주\)/g],
  ['US', /\b(?:Inc|Corp)\b\.?|, Incorporated\b/g, 'en'],
  ['US', /\b(?:LLC|L\.L\.C\.)\b(?! Associates)/g],
];

/** Forms of several countries, with the one that has the most of them. */
const SHARED: readonly (readonly [country: string, pattern: RegExp, languages?: string])[] = [
  ['DE', /\bGmbH\b|\bAG\b(?= |$)/g, 'de en'],
  [
    'GB',
    /(?<!\bP(?:ty|vt|te|rivate|roprietary|\))?\)?\.? ?)(?<!\(P(?:ty|vt)?\) ?)\b(?:Ltd|Limited|PLC|plc)\b\.?/g,
    'en',
  ],
  ['CN', /有限公司/g, 'zh'],
  ['RU', /(?<!\p{L})(?:ООО|ОАО|ЗАО|ТОО)(?!\p{L})/gu, 'ru'],
  ['ES', /\bS\.A\.U?\.?(?=[\s,.]|$)/g, 'es ca eu gl'],
  ['FR', /\b(?:SARL|S\.A\.R\.L)\b|\bau capital (?:social )?de\b/gi, 'fr'],
  ['BE', /\bASBL\b/gi, 'fr'],
  ['SI', /\bd\. ?o\. ?o\./g, 'sl'],
  ['HR', /\bd\. ?o\. ?o\./g, 'hr'],
  ['RS', /\bd\. ?o\. ?o\./g, 'sr bs'],
];
/** Countries beside the United States whose companies are "Inc." */
const OTHER_INC =
  /\b(?:Canad(?:a|ian)|Québec|Toronto|Montr[eé]al|Vancouver|Ontario|Alberta|Calgary|Edmonton|Ottawa|Winnipeg|Philippines?|Manila|Japan|Taiwan)\b/;

/** Words before a company that made or reprints something for the owner of the site. */
const OF_OTHERS =
  /(?:\b(?:by|via|with|from|powered|hosted|hosting|design(?:ed)?|theme|software|developed|member of|trademarks? of|mark of|Amazon Services)|разработ\S*|дизайн\S*|Reuters|Associated Press|XenForo|phpBB|vBulletin|Jelsoft|Invision|DragonByte|Automattic|Discourse)[^\n©]{0,40}$/i;
/** Companies after and before one, as in a list of publishers. */
const LISTED_AFTER = /^\.?[,;] ?\p{Lu}[^\n.;©|]{2,50}\b(?:LLC|Inc|Ltd|Corp|GmbH)\b/u;
const LISTED_BEFORE = /\b(?:LLC|Inc|Ltd|Corp|GmbH)\.?[,;] ?\p{Lu}[^\n.;©|]{2,50}$/u;
/** Words that stand beside the name of the owner. */
const OWNER =
  /©|\(c\)|&copy;|copyright|all rights reserved|tutti i diritti|alle rechte|tous droits|todos los derechos|все права|wszystkie prawa|版权所有|著作権|impressum|imprint|mentions légales|registered office/i;

/** Parts of the forms: each match has one of them. */
export const LEGAL_FORM_CUES: Cues = {
  texts: (
    'GmbH|UG (haft|UG(haft|.V.|. V.|Eingetragen|.p.A|. p. A|.P.A|SpA|.r.l|.R.L|.R.l|.r. l|Srl|SRL|.n.c|' +
    '.a.s|Soc. Coop|Soc. coop|SAS|SARL|S.A|EURL|Capital|CAPITAL|Sp. z|Sp.z|SP. Z|Spółka|Sp. j|Sp. k|Sp.j|' +
    'Sp.k|.r.o|. r. o|.s.|. s.|Kft|Zrt|Nyrt|.o.o|. o. o|OÜ|UAB|SIA |Oy|AB\n|AB |AB,|AB.|Aktiebolag|A/S|' +
    'ApS|I/S|AS\n|AS |AS,|ASA|B.V|B. V|BV\n|BV |BV,|BV.|BVBA|SPRL|CVBA|VZW|ASBL|S.L|S. L|SL\n|SL |SL.|SL,|' +
    'SLU|C.V|C. V|R.L.|Ltda|LTDA|EIRELI|S/A|Lda|LDA|Unipessoal|A.Ş|A. Ş|Ltd|LTD|Anonim|Pty|PTY|Pvt|PVT|' +
    'Pte|PTE |Private L|PRIVATE L|Sdn|SDN|Tbk|PT |PT.|Inc.|Inc |Inc,|Inc\n|Incorporated|Corp.|Corp |Corp,|' +
    'LLC|L.L.C|Limited|LIMITED|PLC|AG |AG\n|ООО|ОАО|ЗАО|ПАО|АНО|ФГУП|ГБУ|МУП|ФГБОУ|ТОВ|ПрАТ|ПАТ|ТОО|ЖШС|' +
    'ОДО|УП|ООД|ЕАД|Α.Ε|ΑΕ|Ε.Π.Ε|Ι.Κ.Ε|บริษัท|株|有限|合同会社|㈱|社団法人|行政法人|주식회사|㈜|(주)'
  ).split('|'),
  reach: 90,
};

/** Companies of the text, by their legal form. Shared forms count only beside words that name the owner. */
export function legalFormSigns({
  text: all,
  near: { legalForm: near },
  language,
  isOwners,
}: SignedText): readonly Sign[] {
  const text = near.joined;
  if (text === '') return [];
  const isOfOthers = (at: number): boolean => OF_OTHERS.test(text.slice(Math.max(0, at - 80), at));
  const signs: Sign[] = [];
  for (const [country, pattern, languages] of OF_ONE_COUNTRY) {
    if (!isReadIn(languages, language)) continue;
    for (const { 0: value, index } of matchesOf(text, pattern)) {
      if (isOfOthers(index) || !isOwners(near.sourceOf(index))) continue;
      if (country === 'US' && (!isBesideOwner(text, index, value.length) || isListed(text, index, value)))
        continue;
      if (/^(?:, )?(?:Inc|Corp)/.test(value) && OTHER_INC.test(all)) continue;
      signs.push({ source: 'legal_form', value: inContext(text, index, value), country });
    }
  }
  for (const [country, pattern, languages] of SHARED) {
    if (!isReadIn(languages, language)) continue;
    for (const { 0: value, index } of matchesOf(text, pattern)) {
      if (isOfOthers(index) || !isBesideOwner(text, index, value.length)) continue;
      if (!isOwners(near.sourceOf(index))) continue;
      signs.push({ source: 'shared_legal_form', value: inContext(text, index, value), country });
    }
  }
  return signs;
}

function isBesideOwner(text: string, at: number, length: number): boolean {
  return (
    OWNER.test(text.slice(Math.max(0, at - 80), at)) || OWNER.test(text.slice(at + length, at + length + 50))
  );
}

/** Tells whether a company is one of several in a row. */
function isListed(text: string, at: number, form: string): boolean {
  const end = at + form.length;
  return (
    LISTED_AFTER.test(text.slice(end, end + 70)) || LISTED_BEFORE.test(text.slice(Math.max(0, at - 70), at))
  );
}

/** The form with the words before it. */
function inContext(text: string, at: number, form: string): string {
  return (/[^\n|,;:.©]{0,40}$/.exec(text.slice(Math.max(0, at - 40), at))?.[0].trimStart() ?? '') + form;
}
