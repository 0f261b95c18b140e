import { asciiDigits } from './counts.ts';

const CLOCK = /^(?:(\d{1,4}):)?(\d{1,3}):(\d{2})$/;

/** `1:02:03`, `12:34` → seconds; null if it is no such text. */
export function clockSeconds(text: string): number | null {
  const match = CLOCK.exec(asciiDigits(text).trim().replaceAll('.', ':'));
  if (match === null) return null;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((digits) => Number(digits ?? 0));
  return hours * 3_600 + minutes * 60 + seconds;
}

const ISO_DURATION =
  /^P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,8})(?:[.,]\d+)?S)?)?$/;

/** `PT3M21S`, `P1DT2H` → full seconds; null if it is not ISO 8601 duration, or one in months or years. */
export function isoSeconds(text: string): number | null {
  const match = ISO_DURATION.exec(text);
  if (match === null || !/\d/.test(text)) return null;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((digits) => Number(digits ?? 0));
  return (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds;
}

/** Whole seconds as a player shows them: `M:SS`, from an hour on `H:MM:SS`. */
export function clockText(seconds: number): string {
  const total = Math.floor(seconds);
  const hours = Math.floor(total / 3_600);
  const minutes = Math.floor(total / 60) % 60;
  const two = (value: number): string => String(value).padStart(2, '0');
  const tail = two(total % 60);
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${two(minutes)}:${tail}`;
}
