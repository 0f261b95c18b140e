/** Maximum lines of a text, and of bytes in UTF-8 of all of it. */
export const MAX_LINES = 500;
export const MAX_BYTES = 32 * 1_024;
/** Bytes that are kept for the last line, which says what was left out. */
const NOTE_BYTES = 64;

/**
 * Lines as one text, each with a line feed. One that does not fit is left out as a whole, and those after it that fit are not;
 * the last line then says how many were: `… 3 fields left out`.
 *
 * @param first begins the text
 * @param noun names a line
 */
export function boundedLines(first: string, lines: Iterable<string>, noun: string): string {
  const taken: string[] = [];
  let bytes = Buffer.byteLength(first);
  let leftOut = 0;
  for (const line of lines) {
    const size = Buffer.byteLength(line) + 1;
    if (taken.length < MAX_LINES && bytes + size <= MAX_BYTES - NOTE_BYTES) {
      taken.push(line);
      bytes += size;
    } else leftOut++;
  }
  if (leftOut > 0) taken.push(`… ${leftOut} ${noun}${leftOut === 1 ? '' : 's'} left out`);
  return first + taken.map((line) => `${line}\n`).join('');
}
