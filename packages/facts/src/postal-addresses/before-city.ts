// Reads city and street from the end of a text that a postcode or a state follows.
import { addressAt, type Candidate, type FoundAddress } from './address.ts';
import { BOX, FILLER, FIRM, HOUSE_NUMBER, LABEL, type Part, partsOf } from './streets.ts';

const ENGLISH_STREET =
  /^(?:(?:suite|ste|unit|level|floor|shop|flat|apt|office|studio|room)\.?\s[\w.-]+,?\s|\d{1,4}\/)?\d{1,6}[A-Za-z]?(?:\s?[-–]\s?\d{1,5}[A-Za-z]?)?,?\s(?:[NSEW]\.?\s|[NS][EW]\s)?[\p{L}\d][^\u2028]{1,70}$/u;
/** `123 Main St Columbus` → street and city. */
const STREET_AND_CITY =
  /^(.*\b(?:street|st|road|rd|avenue|ave|boulevard|blvd|drive|dr|lane|ln|way|court|ct|place|pl|square|sq|parkway|pkwy|highway|hwy|terrace|circle|cir|plaza|broadway|crescent|close|quay)\b\.?(?:\s(?:[NSEW]|[NS][EW]|north|south|east|west)\b\.?)?(?:,?\s(?:suite|ste|unit|apt|floor|fl|room|rm|#)\.?\s?#?[\w-]+)?)\s(\p{Lu}[\p{L}.'’ -]{1,30})$/iu;
/** A street whose number is a word: `One University Drive`. */
const NUMBER_WORD =
  /^(?:One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten)\s(?:\p{Lu}[\p{L}.'’-]*\s){1,4}(?:Street|St|Road|Rd|Avenue|Ave|Boulevard|Blvd|Drive|Dr|Lane|Way|Court|Place|Plaza|Square|Parkway|Park|Center|Centre|Circle)\b\.?/u;
/** A box before the city without a comma: `PO Box 12 Springfield`. */
const BOX_AND_CITY = /(p\.?\s?o\.?\s?box\s\d{1,6})\s(\p{Lu}[\p{L}.'’ -]{1,30})$/iu;
/** A suite or a floor that a line break alone separates from the city. */
const SUITE =
  /^(?:(?:suite|ste|unit|floor|room|apt|building|bldg)\.?\s*#?[\w-]+|#\s?[\w-]+|\d{1,2}(?:st|nd|rd|th)\s(?:floor|fl\.?))\s+(?=\p{Lu})/iu;
/** The end of a time before a street: `6:30 pm 55 Main St`. */
const TIME = /^\d{1,2}\s?[ap]\.?m\.?\s+(?=\d)/i;
/** A house with a name or the number of a unit, after which a street in Britain needs no number. */
const HOUSE =
  /^(?:unit|suite|flat|office)s?\s?\d{1,4}[a-z]?$|\s(?:house|court|building|buildings|centre|mill|farm|barn|lodge|hall|works)$/iu;
const ROAD =
  /^\p{Lu}[\p{L}\p{M}.'’ -]*\s(?:street|st|road|rd|avenue|lane|way|drive|close|square|place|row|hill|terrace|quay|crescent|gardens|walk|park)(?:\s(?:north|south|east|west))?$/iu;
/** A number and a name at the end of a line with something before them. */
const NUMBERED_END = /(?<![\p{L}\d.])\d{1,4}[a-z]?(?:\s?[-–]\s?\d{1,4})?,?\s(?:\p{Lu}[\p{L}'’.-]*\s?){1,4}$/u;
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
  const parts = [...partsOf(before)];
  let last = parts.at(-1);
  if (last === undefined) return null;
  const suite = SUITE.exec(last.text)?.[0];
  if (suite !== undefined && parts.length > 1) {
    parts.splice(
      -1,
      1,
      { text: suite.trim(), at: last.at },
      { text: last.text.slice(suite.length), at: last.at },
    );
    last = parts.at(-1) ?? last;
  }
  const boxed = BOX_AND_CITY.exec(last.text);
  if (boxed !== null) {
    const [, street = '', city = ''] = boxed;
    return addressAt(lines, start + last.at + boxed.index, end, { street, postcode, city, region, country });
  }
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
  const isBritish = country === 'GB';
  for (let back = 1; back <= (isBritish ? 4 : 3); back++) {
    const part = parts.at(-1 - back);
    if (part === undefined) return null;
    const text = part.text.replace(LABEL, '').replace(FIRM, '').replace(TIME, '');
    const street = isStreet(text)
      ? { text, at: part.at + part.text.length - text.length }
      : (streetAndBox(part, parts.at(-2 - back)) ??
        (isBritish ? inBritain(part, parts.at(-2 - back)) : null));
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

function isStreet(text: string): boolean {
  if (NUMBER_WORD.test(text)) return true;
  return ENGLISH_STREET.test(text) && !(/^(?:19|20)\d\d\s/.test(text) && text.length > 30);
}

/** A box or a road in a part of a text, with the street that is written before a box. */
function streetAndBox(part: Part, previous: Part | undefined): Part | null {
  const box = boxIn(part);
  if (box === null || previous === undefined || !BOX.test(part.text) || box.at !== part.at) return box;
  const street = previous.text.replace(LABEL, '').replace(FIRM, '');
  return isStreet(street)
    ? { text: `${street}, ${box.text}`, at: previous.at + previous.text.length - street.length }
    : box;
}

/** A street without a number after a house with a name, and a number after the name of a house. */
function inBritain(part: Part, previous: Part | undefined): Part | null {
  if (previous !== undefined && ROAD.test(part.text) && HOUSE.test(previous.text))
    return { text: `${previous.text}, ${part.text}`, at: previous.at };
  const numbered = part.text.length <= 80 ? NUMBERED_END.exec(part.text) : null;
  return numbered === null ? null : { text: numbered[0], at: part.at + numbered.index };
}

function boxIn(part: Part): Part | null {
  const box = BOX.exec(part.text);
  if (box !== null) return { text: box[0], at: part.at + box.index };
  const road =
    /\d{1,5}[A-Za-z]?(?:\s?[-–]\s?\d{1,5})?,?\s(?:(?:\p{Lu}[\p{L}.'’-]*|\d{1,3}(?:st|nd|rd|th))\s){1,4}(?:street|st|road|rd|avenue|ave|boulevard|blvd|drive|dr|lane|ln|way|court|place|square|parkway|pkwy|highway|hwy)\b\.?(?:\s(?:[NSEW]|[NS][EW])\b)?$/iu.exec(
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
