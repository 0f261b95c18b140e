// Reads city and street from the end of a text that a postcode or a state follows.
import { addressAt, type Candidate, type FoundAddress } from './address.ts';
import { BOX, FILLER, HOUSE_NUMBER, LABEL, type Part, partsOf } from './streets.ts';

const ENGLISH_STREET =
  /^(?:(?:suite|ste|unit|level|floor|shop|flat|apt|office|studio|room)\.?\s[\w-]+,?\s|\d{1,4}\/)?\d{1,6}[A-Za-z]?(?:\s?[-–]\s?\d{1,5}[A-Za-z]?)?,?\s(?:[NSEW]\.?\s|[NS][EW]\s)?[\p{L}\d][^\u2028]{1,70}$/u;
/** `123 Main St Columbus` → street and city. */
const STREET_AND_CITY =
  /^(.*\b(?:street|st|road|rd|avenue|ave|boulevard|blvd|drive|dr|lane|ln|way|court|ct|place|pl|square|sq|parkway|pkwy|highway|hwy|terrace|circle|cir|plaza|broadway|crescent|close|quay)\b\.?(?:\s(?:[NSEW]|[NS][EW]|north|south|east|west)\b\.?)?(?:,?\s(?:suite|ste|unit|apt|floor|fl|room|rm|#)\.?\s?#?[\w-]+)?)\s(\p{Lu}[\p{L}.'’ -]{1,30})$/iu;
/** A line before the city that names a house or an estate, as in Britain. */
const HOUSE_NAME = /^(?:the\s)?\p{Lu}[\p{L}\p{M}\d.'’&() -]{2,60}$/u;

/** Reads city and street, in this order from the end of a text. */
export function beforeCity(
  { lines, start }: Candidate,
  before: string,
  end: number,
  postcode: string,
  region: string,
  country: string,
): FoundAddress | null {
  const parts = partsOf(before);
  const last = parts.at(-1);
  if (last === undefined) return null;
  const split = STREET_AND_CITY.exec(last.text.replace(LABEL, ''));
  if (split !== null && HOUSE_NUMBER.test(split[1] ?? '')) {
    const [, street = '', city = ''] = split;
    const offset = last.at + last.text.length - split[0].length;
    const at = /^\D*(?=\d)/.exec(street)?.[0].length ?? 0;
    return addressAt(lines, start + offset + at, end, {
      street: street.slice(at),
      postcode,
      city,
      region,
      country,
    });
  }
  for (const back of [1, 2, 3]) {
    const part = parts.at(-1 - back);
    if (part === undefined) return null;
    const text = part.text.replace(LABEL, '');
    const street =
      ENGLISH_STREET.test(text) && !(/^(?:19|20)\d\d\s/.test(text) && text.length > 30)
        ? { text, at: part.at + part.text.length - text.length }
        : boxIn(part);
    if (street !== null) {
      const between = parts.slice(parts.length - back, -1);
      const [city, further] = cityAmong(last.text, between, country);
      if (city === null) return null;
      return addressAt(lines, start + street.at, end, {
        street: [street.text, ...further].join(', '),
        postcode,
        city,
        region,
        country,
      });
    }
    if (!HOUSE_NAME.test(text) && !FILLER.test(text)) return null;
  }
  return null;
}

function boxIn(part: Part): { readonly text: string; readonly at: number } | null {
  const box = BOX.exec(part.text);
  if (box !== null) return { text: box[0], at: part.at + box.index };
  const road =
    /\d{1,5}[A-Za-z]?(?:\s?[-–]\s?\d{1,5})?,?\s(?:\p{Lu}[\p{L}.'’-]*\s){1,4}(?:street|st|road|rd|avenue|ave|boulevard|blvd|drive|dr|lane|ln|way|court|place|square|parkway|pkwy|highway|hwy)\b\.?(?:\s(?:[NSEW]|[NS][EW])\b)?$/iu.exec(
      part.text,
    );
  return road === null ? null : { text: road[0], at: part.at + road.index };
}

/** The city of an address, and what is written between it and the street. */
function cityAmong(
  last: string,
  between: readonly Part[],
  country: string,
): readonly [city: string | null, further: readonly string[]] {
  const city = last.replace(/^[\s-]+|[\s-]+$/g, '');
  const texts = between.map(({ text }) => text);
  if (!/^\p{Lu}[\p{L}\p{M}.'’() -]{1,40}$/u.test(city)) return [null, texts];
  // In Britain a county can follow the city: `Guildford, Surrey`.
  const previous = texts.at(-1);
  if (
    country === 'GB' &&
    previous !== undefined &&
    /^\p{Lu}[\p{L}'’ -]{2,25}$/u.test(previous) &&
    COUNTY.test(city)
  )
    return [previous, texts.slice(0, -1)];
  return [city, texts];
}

const COUNTY =
  /shire$|^(?:surrey|kent|essex|sussex|(?:east|west) sussex|cornwall|devon|dorset|somerset|norfolk|suffolk|cumbria|middlesex|(?:greater|county|co\.?) .*|tyne and wear|west midlands|(?:west|south|north) yorkshire|merseyside|rutland|northumberland|isle of wight|uk|england|scotland|wales)$/i;
