/** Maximum lines of a text, bytes in UTF-8 of a line, and of all of it. */
const MAX_LINES = 500;
const MAX_LINE_BYTES = 16 * 1_024;
const MAX_BYTES = 32 * 1_024;
/** Bytes that are kept for the last line, which says what was left out. */
const NOTE_BYTES = 64;

/**
 * Lines as one text, each with a line feed. A line that is too long is cut, and ends with `…`. One that does not fit is left out as
 * a whole, and those after it that fit are not; the last line then says how many were: `… 3 fields left out`.
 *
 * @param first begins the text
 * @param noun names a line
 */
export function boundedLines(first: string, lines: Iterable<string>, noun: string): string {
  const taken: string[] = [];
  let bytes = Buffer.byteLength(first);
  let leftOut = 0;
  for (const whole of lines) {
    const line = cutLine(whole);
    const size = Buffer.byteLength(line) + 1;
    if (taken.length < MAX_LINES && bytes + size <= MAX_BYTES - NOTE_BYTES) {
      taken.push(line);
      bytes += size;
    } else leftOut++;
  }
  if (leftOut > 0) taken.push(`… ${leftOut} ${noun}${leftOut === 1 ? '' : 's'} left out`);
  return first + taken.map((line) => `${line}\n`).join('');
}

function cutLine(line: string): string {
  if (Buffer.byteLength(line) <= MAX_LINE_BYTES) return line;
  const bytes = Buffer.from(line).subarray(0, MAX_LINE_BYTES - Buffer.byteLength(CUT));
  // Half a character at the end is left out.
  return new TextDecoder().decode(bytes, { stream: true }) + CUT;
}

const CUT = '…';
