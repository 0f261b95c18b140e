// Reads addresses of China and India, whose postcodes have six digits.
import { addressAt, AFTER, type Candidate, type FoundAddress } from './address.ts';
import { partsOf } from './streets.ts';

/** A road with the number of a house at the end of a text, with the word for a postcode. */
const CHINESE =
  /([\u4e00-\u9fff]{2,20}(?:路|街|道|巷|弄)[\u4e00-\u9fff]{0,8}\d{1,5}[号號][^\s，。；,|\u2028（(]{0,20})[\s（(，,]*(?:邮编|郵編|邮政编码|郵政編碼)?[:：\s]*$/u;
/** The place of a firm after the word for it. */
const LABEL = /^.*(?:地址|住所|地點|地点)[:：]?/u;
const CITY = /^(?:[\u4e00-\u9fff]{2,3}省)?([\u4e00-\u9fff]{2,3}?市|北京|上海|天津|重庆|重慶)/u;

/** 沈阳市沈河区北三经街67号（110014） */
export function chinese({ lines, start, at, end, postcode }: Candidate): FoundAddress | null {
  const before = lines.slice(start, at);
  if (!/[\u4e00-\u9fff\s:：（(]$/u.test(before)) return null;
  const found = CHINESE.exec(before);
  if (found === null) return null;
  const whole = found[1] ?? '';
  const street = whole.replace(LABEL, '');
  const from = start + found.index + whole.length - street.length;
  return addressAt(lines, from, end, {
    street,
    postcode,
    city: CITY.exec(street)?.[1] ?? '',
    region: '',
    country: 'CN',
  });
}

const INDIAN_CITIES =
  'Mumbai|Navi Mumbai|New Delhi|Delhi|Bengaluru|Bangalore|Chennai|Hyderabad|Kolkata|Pune|Ahmedabad|Surat|Jaipur|Lucknow|Kanpur|Nagpur|Indore|Bhopal|Vadodara|Thane|Noida|Gurgaon|Gurugram|Coimbatore|Kochi|Cochin|Chandigarh|Mohali|Ludhiana|Patna|Visakhapatnam|Rajkot|Nashik|Faridabad|Ghaziabad|Mysore|Mysuru|Thiruvananthapuram|Bhubaneswar';
const INDIAN_STATES =
  'Maharashtra|Gujarat|Karnataka|Tamil Nadu|Telangana|Kerala|Rajasthan|Uttar Pradesh|Madhya Pradesh|Haryana|Punjab|West Bengal|Bihar|Odisha|Andhra Pradesh';
const INDIAN = new RegExp(
  String.raw`(?<![\p{L}])(${INDIAN_CITIES})(?:\s?,\s?(${INDIAN_STATES}))?(?:\s?\([^)]{1,14}\))?[\s,.:–-]{1,6}(?:PIN[\s:-]{0,3})?$`,
  'u',
);
/** Maximum characters of a city with its state before the postcode. */
const MAX_CITY = 60;
/** Maximum parts of an address between commas. */
const MAX_PARTS = 6;

/** `Shop no. 9, SV Road, Jogeshwari (W), Mumbai 400102` */
export function indian({ lines, start, at, end, postcode }: Candidate): FoundAddress | null {
  if (!/^[1-8]/.test(postcode) || /^\d/.test(lines.slice(end, end + AFTER))) return null;
  const city = Math.max(start, at - MAX_CITY);
  const found = INDIAN.exec(lines.slice(city, at));
  if (found === null) return null;
  const parts = partsOf(lines.slice(start, city + found.index)).slice(-MAX_PARTS);
  const first = parts.findIndex(({ text }) => /\d/.test(text));
  const from = parts[first];
  if (from === undefined) return null;
  return addressAt(lines, start + from.at, end, {
    street: parts
      .slice(first)
      .map(({ text }) => text)
      .join(', '),
    postcode,
    city: found[1] ?? '',
    region: found[2] ?? '',
    country: 'IN',
  });
}
