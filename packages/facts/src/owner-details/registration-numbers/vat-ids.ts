import { checkedBy } from './scheme.ts';

interface VatForm {
  /** Form of the number after its prefix, without separators. */
  readonly form: RegExp;
  readonly isValid: (compact: string) => boolean;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

function formOf(country: string, form: RegExp, check: string): VatForm {
  return { form, isValid: checkedBy(check), country };
}

/** VAT ids that begin with letters for their country: the European Union, Northern Ireland and Switzerland. */
const FORMS: ReadonlyMap<string, VatForm> = new Map([
  ['AT', formOf('AT', /^U\d{8}(?!\d)/, 'AT.uid')],
  ['BE', formOf('BE', /^[01]?\d{9}(?!\d)/, 'BE.vat')],
  ['BG', formOf('BG', /^\d{9,10}(?!\d)/, 'BG.vat')],
  ['CY', formOf('CY', /^\d{8}[A-Z]/, 'CY.vat')],
  ['CZ', formOf('CZ', /^\d{8,10}(?!\d)/, 'CZ.dic')],
  ['DE', formOf('DE', /^\d{9}(?!\d)/, 'DE.vat')],
  ['DK', formOf('DK', /^\d{8}(?!\d)/, 'DK.cvr')],
  ['EE', formOf('EE', /^\d{9}(?!\d)/, 'EE.kmkr')],
  ['EL', formOf('GR', /^\d{9}(?!\d)/, 'GR.vat')],
  ['GR', formOf('GR', /^\d{9}(?!\d)/, 'GR.vat')],
  ['ES', formOf('ES', /^(?:[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])(?!\d)/, 'ES.nif')],
  ['FI', formOf('FI', /^\d{8}(?!\d)/, 'FI.alv')],
  ['FR', formOf('FR', /^[A-Z0-9]{2}\d{9}(?!\d)/, 'FR.tva')],
  ['GB', formOf('GB', /^\d{9}(?:\d{3})?(?!\d)/, 'GB.vat')],
  ['XI', formOf('GB', /^\d{9}(?:\d{3})?(?!\d)/, 'GB.vat')],
  ['HR', formOf('HR', /^\d{11}(?!\d)/, 'HR.oib')],
  ['HU', formOf('HU', /^\d{8}(?!\d)/, 'HU.anum')],
  ['IE', formOf('IE', /^\d[A-Z0-9]\d{5}[A-Z]{1,2}/, 'IE.vat')],
  ['IT', formOf('IT', /^\d{11}(?!\d)/, 'IT.iva')],
  ['LT', formOf('LT', /^(?:\d{12}|\d{9})(?!\d)/, 'LT.pvm')],
  ['LU', formOf('LU', /^\d{8}(?!\d)/, 'LU.tva')],
  ['LV', formOf('LV', /^\d{11}(?!\d)/, 'LV.pvn')],
  ['MT', formOf('MT', /^\d{8}(?!\d)/, 'MT.vat')],
  ['NL', formOf('NL', /^\d{9}B\d{2}(?!\d)/, 'NL.btw')],
  ['PL', formOf('PL', /^\d{10}(?!\d)/, 'PL.nip')],
  ['PT', formOf('PT', /^\d{9}(?!\d)/, 'PT.nif')],
  ['RO', formOf('RO', /^\d{5,10}(?!\d)/, 'RO.cui')],
  ['SE', formOf('SE', /^\d{12}(?!\d)/, 'SE.vat')],
  ['SI', formOf('SI', /^\d{8}(?!\d)/, 'SI.ddv')],
  ['SK', formOf('SK', /^\d{10}(?!\d)/, 'SK.dph')],
]);

/** Source of a regular expression for what may be such an id: letters, then up to 14 characters with separators. */
export const VAT_ID = `(?<![A-Z0-9])(?:${[...FORMS.keys()].join('|')})[ \\u00a0.:-]{0,2}(?:[A-Z]{0,2}\\d)(?:[ \\u00a0.\\-/]?[A-Z0-9]){5,13}`;

/** End of a text that a digit of such an id follows. */
export const BEFORE_VAT_DIGITS = new RegExp(
  `(?<![A-Z0-9])(?:${[...FORMS.keys()].join('|')})[ \\u00a0.:/A-Z0-9-]{0,32}$`,
  'iu',
);

/** A VAT id within a text. */
interface VatId {
  readonly number: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Characters of the text that it takes. */
  readonly length: number;
}

/**
 * The VAT id at the beginning of a text; null if there is none with the right check digits.
 *
 * @param text a match of `VAT_ID`
 */
export function vatIdOf(text: string): VatId | null {
  const compact = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const prefix = compact.slice(0, 2);
  const known = FORMS.get(prefix);
  const number = known?.form.exec(compact.slice(2))?.[0];
  if (known === undefined || number === undefined || !known.isValid(number)) return null;
  const characters = prefix.length + number.length;
  const written = new RegExp(`(?:[^A-Z0-9]*[A-Z0-9]){${characters}}`, 'i').exec(text)?.[0] ?? text;
  return { number: prefix + number, country: known.country, length: written.length };
}
