// Reads addresses whose postcode follows the city or the state, as in North America, Britain, Australia and Brazil.
import { addressAt, AFTER, type Candidate, type FoundAddress } from './address.ts';
import { beforeCity } from './before-city.ts';
import { STATES } from './postcodes.ts';

/** Maximum characters of a state before a postcode, with what separates them and the character before it. */
const MAX_TAIL = 44;
/** Signs between a state and its postcode, and the country, which some write before it. */
const US_GAP = String.raw`(?:[\s,.|•·]{1,14}|[\s,]{1,3}(?:USA|U\.S\.A\.)[\s,]{1,3})`;
const US_TAIL = new RegExp(String.raw`(?<![\p{L}])(${STATES.US}|[A-Z][a-z]\.?)${US_GAP}$`, 'u');
const US_CODES: ReadonlySet<string> = new Set(STATES.US.match(/\b[A-Z]{2}\b/g));
const AU_TAIL = new RegExp(String.raw`(?<![\p{L}])(${STATES.AU}),?\s{1,3}$`, 'u');

/** `123 Main St, Columbus, OH 43215` and `12 King St, Sydney NSW 2000` */
export function stateAndCode(candidate: Candidate): FoundAddress | null {
  const { lines, at, start, form, end } = candidate;
  // The test of the character before costs less than the search for a state.
  if ((form !== 'five' && form !== 'four') || !/\s/.test(lines.charAt(at - 1))) return null;
  const before = lines.slice(start, at);
  const tail = before.slice(-MAX_TAIL);
  const match = (form === 'five' ? US_TAIL : AU_TAIL).exec(tail);
  if (match === null) return null;
  const state = match[1] ?? '';
  if (/^[A-Z][a-z]\.?$/.test(state) && !US_CODES.has(state.slice(0, 2).toUpperCase())) return null;
  const town = before.slice(0, before.length - tail.length + match.index);
  const country = form === 'five' ? 'US' : 'AU';
  const read = (text: string): FoundAddress | null =>
    beforeCity(candidate, text, end, candidate.postcode, state, country);
  // Some pages break lines in the source alone.
  return read(town) ?? (town.includes('\n') ? read(town.replaceAll('\n', ',')) : null);
}

const CA_TAIL = new RegExp(String.raw`(?<![\p{L}])(${STATES.CA}),?\.?\s{0,3}(?:Canada,?\s{1,3})?$`, 'u');

/** `10 Downing St, London SW1A 2AA`, `1 King St, Toronto, ON M5H 1A1`, `Rua Augusta, 100 - Centro, São Paulo - SP, 01305-000` */
export function cityFirst(candidate: Candidate): FoundAddress | null {
  const { lines, at, start, form, end, postcode } = candidate;
  const before = lines.slice(start, at);
  if (form === 'ca') {
    const match = CA_TAIL.exec(before);
    return beforeCity(
      candidate,
      before.slice(0, match?.index ?? before.length),
      end,
      postcode,
      match?.[1] ?? '',
      'CA',
    );
  }
  if (form === 'br') {
    const match = /([\p{L}\p{M} .'’]{3,40})\s?[,/–-]\s?([A-Z]{2})[\s,.–|-]*(?:CEP:?\s?)?$/u.exec(before);
    const later = /^[\s,–-]*([\p{L}\p{M} .'’]{3,40})\s?[,/–-]\s?([A-Z]{2})(?![\p{L}])/u.exec(
      lines.slice(end, end + AFTER),
    );
    const street = streetInBrazil(before);
    const [city, region] = match === null ? [later?.[1], later?.[2]] : [match[1], match[2]];
    if (street === null || city === undefined) return null;
    const last = match === null ? end + (later?.[0].length ?? 0) : end;
    return addressAt(lines, start + street.at, last, {
      street: street.text,
      postcode,
      city: city.trim(),
      region: region ?? '',
      country: 'BR',
    });
  }
  return beforeCity(candidate, before, end, postcode, '', form === 'ie' ? 'IE' : 'GB');
}

function streetInBrazil(before: string): { readonly text: string; readonly at: number } | null {
  const match =
    /(?<![\p{L}\p{M}.])(?:rua|r\.|avenida|av\.?|praça|pça\.?|alameda|al\.|travessa|rodovia|rod\.|estrada|largo|sh[ci]s|scs|sbs|sas|sgas)\s[^\u2028|]{3,60}?,?\s?(?:n[º°.]*\s?)?\d{1,5}(?![\d.])/iu.exec(
      before,
    );
  return match === null ? null : { text: match[0], at: match.index };
}
