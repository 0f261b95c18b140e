/** A header block: `Name: value` lines. */
export type Field = readonly [name: string, value: string];
export type Fields = readonly Field[];

/**
 * Who issued the certificate of the host that answered. A field of ours: WARC 1.1 (4) lets writers add some, and readers
 * pass over those that they don't know.
 */
export const CERTIFICATE_ISSUER = 'Sitegrep-Certificate-Issuer';

/**
 * Lines of WARC or HTTP header fields, in order. Names in lower case; a line that begins with white space continues the
 * one before; a line without a colon or a name is left out, as browsers do.
 */
export function parseFields(lines: readonly string[]): Fields {
  const fields: [name: string, value: string][] = [];
  for (const line of lines) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line)) {
      if (last !== undefined) last[1] = `${last[1]} ${line.trim()}`.trim();
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name !== '') fields.push([name, line.slice(colon + 1).trim()]);
  }
  return fields;
}

/** The last value of a field that is not empty, null if there is none. */
export function lastField(fields: Fields, name: string): string | null {
  return fields.findLast((field) => field[0] === name && field[1] !== '')?.[1] ?? null;
}

/** Where the empty line after a header block ends; -1 if it is not in `bytes`. Lines end in CRLF or LF. */
export function headEnd(bytes: Buffer): number {
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) {
    if (bytes[at + 1] === 0x0a) return at + 2;
    if (bytes[at + 1] === 0x0d && bytes[at + 2] === 0x0a) return at + 3;
  }
  return -1;
}

/** Lines without their ends, the empty one at the end included. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}
