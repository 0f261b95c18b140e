// Numbering plans whose numbers look American with their calling code: `501-666-6726` of Belize.

/**
 * Whether ten digits in the form of North America can be a number of another country, whose calling code they begin with and
 * which the text names more than once.
 */
export function isOfNamedCountry(digits: string, text: string): boolean {
  const name = NAMES_BY_CODE.get(digits.slice(0, 3));
  return name !== undefined && text.indexOf(name) !== text.lastIndexOf(name);
}

/** English names of the countries whose calling codes have three digits and whose numbers have seven, so that both together look American. */
const NAMES_BY_CODE: ReadonlyMap<string, string> = new Map([
  ['220', 'Gambia'],
  ['231', 'Liberia'],
  ['239', 'São Tomé'],
  ['248', 'Seychelles'],
  ['269', 'Comoros'],
  ['501', 'Belize'],
  ['507', 'Panama'],
  ['592', 'Guyana'],
  ['597', 'Suriname'],
  ['673', 'Brunei'],
  ['678', 'Vanuatu'],
  ['679', 'Fiji'],
  ['960', 'Maldives'],
]);
