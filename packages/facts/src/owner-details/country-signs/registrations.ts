import { REGISTERED_BY_OTHER } from '../../ownership/words.ts';
import { type Cues, matchesOf, type Sign, type SignedText } from './sign.ts';

type Check = (digits: string) => boolean;

/**
 * Numbers and entries in registers of one country, with the words that announce them. A check is of the digits of the first
 * group, as the register computes it.
 */
const REGISTRATIONS: readonly (readonly [country: string, pattern: RegExp, check?: Check])[] = [
  [
    'CN',
    /(?:[京津沪渝冀晋辽吉黑苏浙皖闽赣鲁豫鄂湘粤桂琼川蜀贵黔云滇陕甘陇青蒙藏宁新港台] ?(?:ICP|B2)[备证\-–]? ?(?:备|证|字|第|-)?\d*|ICP ?(?:备|证)|公网安备|网警备案|增值电信业务经营许可证|网上传播视听节目许可证|互联网新闻信息服务许可)/gi,
  ],
  [
    'IT',
    /\b(?:p\. ?iva|p\.i\.|partita iva|c\. ?f\.? ?(?:e|\/) ?p\. ?iva|cod(?:ice|\.) ?fisc(?:ale|\.)?(?: e p\.? ?iva)?)(?: e c\. ?f\.)?(?: n\.?| nr\.?)?[ :.]{0,4}(?:IT ?)?(\d{11})\b/gi,
    isItalianVat,
  ],
  [
    'IT',
    /\b(?:registro (?:delle )?imprese|reg\. ?imp\.|capitale sociale|cap\. ?soc\.|R\.?E\.?A\.?:? (?:n\. ?)?[A-Z]{2}[ -–]\d{5,7})\b/gi,
  ],
  [
    'GB',
    /\bregistered (?:company |charity |office )?in (?:england|scotland|northern ireland|wales|the uk|the united kingdom)\b|\bregistered in england|\bcharity (?:registered )?in england|\bincorporated in england|\bIPSO\b|\bIndependent Press Standards Organisation|\bFinancial Conduct Authority\b/gi,
  ],
  [
    'GB',
    /\b(?:vat|v\.a\.t\.)(?: reg(?:istration|istered|\.)?)?(?: no| number| id)?[.: ]{0,4}GB ?\d{3} ?\d{4} ?\d{2}\b/gi,
  ],
  [
    'US',
    /\b501 ?\(?c\)? ?\(?\d\)?|\bMember FDIC\b|\bFDIC[- ]insured|\bNMLS(?: ID)? ?#? ?\d{3,}|\bFINRA\b[^\n]{0,20}\bSIPC\b|\bEqual Housing (?:Lender|Opportunity)|\bEEO (?:public file|report)|\bFCC public (?:inspection )?file/gi,
  ],
  ['AU', /\b(?:ABN|A\.B\.N\.)[: ]{0,3}(\d\d ?\d{3} ?\d{3} ?\d{3})\b/g, isAustralianBusiness],
  ['AU', /\bACN[: ]{0,3}\d{3} ?\d{3} ?\d{3}\b/g],
  ['BR', /\bCNPJ(?:\/MF)?[^\d\n]{0,12}(\d\d\.?\d{3}\.?\d{3}\/?\d{4}-?\d\d)\b/g, isBrazilianCompany],
  [
    'FR',
    /\b(?:SIRET|SIREN)\b[^\d\n]{0,10}\d{3} ?\d{3} ?\d{3}|\bR\.?C\.?S\.? ?:?(?: de)? ?\p{Lu}[\p{L} -]{2,20} ?[AB]? ?\d{3} ?\d{3} ?\d{3}|\bCPPAP\b|\bdéclaration CNIL|\bloi (?:n° ?78-17|informatique et libertés)/gu,
  ],
  [
    'NL',
    /\b(?:KvK|K\.v\.K\.)(?:[- ]?(?:nummer|nr\.?))?[^\d\n]{0,12}\d{8}\b|\bBTW[^\d\n]{0,14}NL ?\d{9} ?B ?\d\d\b/gi,
  ],
  ['BE', /\b(?:BTW|TVA|VAT|KBO|BCE)\b[^\d\n]{0,10}BE ?0\d{3}[. ]?\d{3}[. ]?\d{3}\b/g],
  ['CH', /\bCHE-?\d{3}\.\d{3}\.\d{3}\b/g],
  [
    'AT',
    /\bATU ?\d{8}\b|\bFirmenbuch(?:nummer|nr\.?)?[^\n]{0,14}\d{5,6} ?[a-z]\b|\bFN ?\d{5,6} ?[a-z]\b|\bOffenlegung gemäß § ?25/g,
  ],
  [
    'DE',
    /\b(?:USt|Umsatzsteuer)[^\d\n]{0,50}DE ?\d{9}\b|\bHR[AB] ?\d{2,6}\b|\bAmtsgericht \p{Lu}|(?:§ ?5 (?:TMG|DDG)|§ ?55 RStV|V\.i\.S\.d\.P)/gu,
  ],
  ['PL', /\b(?:NIP|REGON|KRS)[: ]{0,3}(?:PL)?\d[\d -]{7,12}\d\b/g],
  ['CZ', /\bIČO?[: ]{0,3}\d{3} ?\d{2} ?\d{3}\b|\bDIČ[: ]{0,3}CZ ?\d{8,10}\b/g],
  ['SK', /\bIČ DPH[: ]{0,3}SK ?\d{10}\b/g],
  ['HU', /\bCégjegyzékszám\b|\badószám[: ]{0,3}\d{8}-\d-\d\d\b/gi],
  ['RO', /\bCUI[: ]{0,3}(?:RO ?)?\d{6,9}\b/g],
  ['BG', /ЕИК[: ]{0,3}\d{9}\b/g],
  ['HR', /\bOIB[: ]{0,3}\d{11}\b/g],
  [
    'RU',
    /(?<!\p{L})(?:ИНН|ОГРН(?:ИП)?)[: ]{0,3}\d{10,15}|свидетельств[оа] о регистрации СМИ|Роскомнадзор|ФС ?77|(?:СМИ|Эл) ?№ ?(?:ФС|77)|Россвязьохранкультур/giu,
  ],
  ['UA', /(?:ЄДРПОУ|ЕГРПОУ|ІПН)[: ]{0,3}\d{8}/g],
  [
    'ES',
    /\b(?:C\.?I\.?F\.?|N\.?I\.?F\.?)[: ]{0,3}[A-HJNP-SUVW]-?\d{2}\.?\d{3}\.?\d{3}\b|\bLSSI(?:-?CE)?\b|\bLOPD\b/g,
  ],
  ['PT', /\b(?:NIPC|NIF|Contribuinte)[^\d\n]{0,6}5\d{2} ?\d{3} ?\d{3}\b/g],
  ['DK', /\bCVR(?:[-. ]?(?:nr|nummer)\.?)?[: ]{0,3}(?:DK)?\d{2} ?\d{2} ?\d{2} ?\d{2}\b/gi],
  ['SE', /\borg(?:anisations)?\.?[- ]?(?:nr|nummer)\.?[: ]{0,3}(?:5\d{5}|\d{6})-\d{4}\b/gi],
  ['NO', /\borg(?:anisasjons)?\.?[- ]?(?:nr|nummer)\.?[: ]{0,3}(?:NO ?)?[89]\d{2} ?\d{3} ?\d{3}\b/gi],
  ['FI', /\b(?:Y-tunnus|FO-nummer|Business ID)[: ]{0,3}\d{7}-\d\b/g],
  ['EE', /\b(?:registrikood|reg\.? ?kood)[: ]{0,3}\d{8}\b/gi],
  ['TR', /\bMersis(?: No)?[: ]{0,3}\d{16}\b|\bVergi (?:No|Dairesi)\b/gi],
  ['GR', /(?:Α\.?Φ\.?Μ\.?|ΓΕΜΗ|Γ\.Ε\.ΜΗ\.?)[^\d\n]{0,8}\d{9,12}/g],
  ['IN', /\bGSTIN\b|\bCIN ?[:-] ?[UL]\d{5}[A-Z]{2}\d{4}|\b[UL]\d{5}[A-Z]{2}\d{4}(?:PTC|PLC)\d{6}\b/g],
  ['JP', /特定商取引|古物商許可|宅地建物取引業|酒類販売管理者/g],
  ['KR', /사업자 ?등록 ?번호|통신판매업/g],
  ['TW', /統一編號|統編[:： ]/g],
  ['SG', /\bUEN[: ]{1,3}\d{8,9}[A-Z]\b/g],
  ['VN', /(?:Mã số thuế|\bMST)[: ]{0,3}\d{10}|Giấy phép (?:số|thiết lập)/g],
  ['MX', /\bR\.?F\.?C\.?[: ]{1,3}[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}\b/g],
  ['CL', /\bR\.?U\.?T\.?[: ]{1,3}\d{2}\.?\d{3}\.?\d{3}-[\dkK]\b/g],
  ['AR', /\bCUIT[: ]{1,3}\d{2}-?\d{8}-?\d\b/g],
  ['NZ', /\bNZBN\b|\bNew Zealand Companies Office\b/g],
];

/** Words of the patterns: each match has one of them. */
export const REGISTRATION_CUES: Cues = {
  texts: (
    'ICP|B2-|备|许可|IVA|Iva|P.IVA|P.I.|Partita|PARTITA|.iva|. iva|C.F|Cod. Fisc|Codice|Imprese|IMPRESE|' +
    'Reg. Imp|Reg.Imp|Cap. Soc|Cap. soc|Cap.Soc|Capitale Soc|Capitale soc|REA |R.E.A|England|ENGLAND|' +
    'Scotland|SCOTLAND|Northern Ireland|Wales|UK|United Kingdom|IPSO|Press Standards|Financial Conduct|' +
    'VAT|V.A.T|501|FDIC|NMLS|FINRA|Equal Housing|EEO|FCC|ABN|A.B.N|ACN|CNPJ|SIRE|RCS|R.C.S|CPPAP|CNIL|' +
    '78-17|KvK|KVK|Kvk|K.v.K|BTW|TVA|BCE|KBO|CHE-|ATU|Firmenbuch|FN |Offenlegung|USt|Umsatz|HRA|HRB|' +
    'Amtsgericht|TMG|DDG|RStV|V.i.S|NIP|REGON|KRS|IČ|DIČ|Cégjegy|Adósz|CUI|ЕИК|OIB|ИНН|ОГРН|СМИ|' +
    'Роскомнадзор|ФС|Россвяз|ЄДРПОУ|ЕГРПОУ|ІПН|CIF|C.I.F|NIF|N.I.F|LSSI|LOPD|NIPC|Contribuinte|CVR|Org.nr|' +
    'Org. nr|Org nr|Orgnr|ORG.NR|Org.nummer|Organisationsnummer|Organisasjonsnummer|Y-tunnus|FO-nummer|' +
    'Business ID|Registrikood|Reg. kood|Mersis|MERS|Vergi|ΑΦΜ|Α.Φ.Μ|ΓΕΜΗ|Γ.Ε.ΜΗ|GSTIN|CIN|PTC|PLC|特定商|古物商|' +
    '宅地建物|酒類販売|사업자|통신판매|統一編號|統編|UEN|Mã số|MST|Giấy phép|RFC|R.F.C|RUT|R.U.T|CUIT|NZBN|Zealand Companies'
  ).split('|'),
  reach: 70,
};

/** Entries in registers that the text names. */
export function registrationSigns({ near: { registration: near }, isOwners }: SignedText): readonly Sign[] {
  const text = near.joined;
  if (text === '') return [];
  return REGISTRATIONS.flatMap(([country, pattern, check]) =>
    matchesOf(text, pattern, 3).flatMap(({ 0: value, 1: number = '', index }) =>
      check?.(number.replaceAll(/\D/g, '')) === false ||
      REGISTERED_BY_OTHER.test(text.slice(Math.max(0, index - 120), index)) ||
      !isOwners(near.sourceOf(index))
        ? []
        : [{ source: 'registration', value, country } as const],
    ),
  );
}

/** The check digit of a Partita IVA: Luhn's. */
function isItalianVat(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < 11; at++) {
    const digit = Number(digits[at]);
    sum += at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
  }
  return sum % 10 === 0 && !/^0+$/.test(digits);
}

/** The check of an Australian Business Number: a weighted sum that 89 divides. */
function isAustralianBusiness(digits: string): boolean {
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
  return (
    weights.reduce((sum, weight, at) => sum + weight * (Number(digits[at]) - (at === 0 ? 1 : 0)), 0) % 89 ===
    0
  );
}

/** The two check digits of a CNPJ. */
function isBrazilianCompany(digits: string): boolean {
  if (digits.length !== 14) return false;
  return [12, 13].every((length) => {
    let sum = 0;
    for (let at = 0; at < length; at++) sum += Number(digits[at]) * (((length - 1 - at) % 8) + 2);
    const rest = sum % 11;
    return Number(digits[length]) === (rest < 2 ? 0 : 11 - rest);
  });
}
