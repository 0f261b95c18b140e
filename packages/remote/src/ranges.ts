// Ranges of bytes as HTTP writes them (RFC 9110, section 14).

/** Bytes of a file. */
export interface ByteRange {
  /** First byte, from 0; negative, without `to`: as many bytes from the end. */
  readonly from: number;
  /** The byte after the last one; absent: to the end of the file. */
  readonly to?: number | undefined;
}

/** A range of a file, as the server says that its answer has it. */
export interface GivenRange {
  readonly from: number;
  readonly to: number;
  /** Size of the file; null if the server does not tell. */
  readonly size: number | null;
}

/** @throws RangeError if there is no such range */
export function checkRange({ from, to }: ByteRange): void {
  const isRange = Number.isSafeInteger(from) && (to === undefined || (from >= 0 && Number.isSafeInteger(to)));
  if (!isRange || (to !== undefined && to <= from) || Object.is(from, -0)) {
    throw new RangeError(`bytes ${from} to ${to ?? 'the end'} are no range of a file`);
  }
}

/** Value of the field `Range`. */
export function rangeField({ from, to }: ByteRange): string {
  return from < 0 ? `bytes=${from}` : `bytes=${from}-${to === undefined ? '' : to - 1}`;
}

/** Whether a range is the whole of any file. */
export function isWhole({ from, to }: ByteRange): boolean {
  return from === 0 && to === undefined;
}

const CONTENT_RANGE = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i;
const OUTSIDE = /^bytes \*\/(\d{1,15})$/i;

/** Reads `Content-Range` of an answer with a range. @returns null if it is none */
export function givenRange(field: string | null): GivenRange | null {
  const [, first, last, size] = CONTENT_RANGE.exec(field?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || size === undefined) return null;
  const given = { from: Number(first), to: Number(last) + 1, size: size === '*' ? null : Number(size) };
  return given.to <= given.from || (given.size !== null && given.to > given.size) ? null : given;
}

/** Size of the file that an answer has which refuses a range (416); null if it does not tell. */
export function sizeOutside(field: string | null): number | null {
  const [, size] = OUTSIDE.exec(field?.trim() ?? '') ?? [];
  return size === undefined ? null : Number(size);
}

/** Whether a server gives what was wanted: the range itself, up to the end of the file. */
export function isWanted({ from, to }: ByteRange, given: GivenRange): boolean {
  const { size } = given;
  const end = to ?? Number.POSITIVE_INFINITY;
  if (size === null) return from >= 0 && given.from === from && (to === undefined || given.to === to);
  const start = from < 0 ? Math.max(0, size + from) : from;
  return given.from === start && given.to === Math.min(end, size);
}
