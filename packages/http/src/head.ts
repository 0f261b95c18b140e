// The head of an HTTP/1.1 answer: its status line and header fields.

/** A header field: its name and value. */
export type Field = readonly [name: string, value: string];
export type Fields = readonly Field[];

/** Status line and header fields of an answer. */
export interface Head {
  /** Status, 100–999. */
  readonly status: number;
  /** Reason phrase; often empty. */
  readonly reason: string;
  /** Fields in the order received, names as they were written. */
  readonly fields: Fields;
}

/** Offset after the empty line that ends a header block, -1 if there is none from `from` on. Lines end in CRLF or LF. */
export function headEnd(bytes: Buffer, from = 0): number {
  for (let at = bytes.indexOf(0x0a, from); at !== -1; at = bytes.indexOf(0x0a, at + 1)) {
    let next = at + 1;
    while (bytes[next] === 0x0d) next++;
    if (bytes[next] === 0x0a) return next + 1;
  }
  return -1;
}

/** Lines; only LF ends one (RFC 9112, 2.2). CRs before it are left, since they count as blanks. */
function linesOf(text: string): readonly string[] {
  return text.split('\n');
}

/** Any version or none, and any reason or none. Browsers skip up to four bytes of junk, and empty lines, before it. */
const STATUS_LINE = /^[^\n]{0,4}?HTTP(?:\/\d*(?:\.\d*)?)?[ \t]+([1-9]\d\d)(?!\d)[ \t]*([^\n]*)$/i;

/**
 * Reads whatever leaves no doubt, as browsers do: a status line of any version, with or without a reason; lines that end in
 * LF; whatever `parseFields` takes.
 *
 * @param bytes status line to empty line, taken as ISO 8859-1
 * @returns null if there is no status line
 */
export function parseHead(bytes: Buffer): Head | null {
  const text = bytes.toString('latin1').replace(/^[\r\n]+/, '');
  const end = text.indexOf('\n');
  const [, status, reason = ''] = STATUS_LINE.exec(end === -1 ? text : text.slice(0, end)) ?? [];
  if (status === undefined) return null;
  const fields = end === -1 ? [] : parseFields(text.slice(end + 1));
  return { status: Number(status), reason: cleaned(reason), fields };
}

/** Names of fields (RFC 9110, 5.1). */
const TOKEN = /^[!#$%&'*+\-.^_`|~\w]+$/;

/**
 * Header fields of a block, in order, names as they were written. Blanks before the colon do not belong to the name
 * (RFC 9112, 5.1). A line that begins with a blank continues the one before (5.2), unless it comes first (2.2). Lines that
 * are not a field are ignored with their continuations, as in browsers.
 *
 * @param clean makes a value of what is written; by default, control characters count as blanks (RFC 9110, 5.5)
 */
export function parseFields(block: string, clean: (written: string) => string = cleaned): Fields {
  const fields: { readonly name: string; readonly lines: string[] }[] = [];
  let last: string[] | null = null;
  for (const line of linesOf(block)) {
    if (line.startsWith(' ') || line.startsWith('\t')) {
      last?.push(clean(line));
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trimEnd();
    last = TOKEN.test(name) ? [clean(line.slice(colon + 1))] : null;
    if (last !== null) fields.push({ name, lines: last });
  }
  return fields.map(({ name, lines }) => [name, lines.filter((line) => line !== '').join(' ')]);
}

/** The text with blanks for control characters, and none around it. A no-break space stays: it may be half of an `à`. */
function cleaned(text: string): string {
  const printable = text.replace(CONTROL, ' ');
  let start = 0;
  let end = printable.length;
  while (start < end && isBlank(printable.charCodeAt(start))) start++;
  while (start < end && isBlank(printable.charCodeAt(end - 1))) end--;
  return printable.slice(start, end);
}

// oxlint-disable-next-line no-control-regex -- those that no value may have
const CONTROL = /[\0-\x08\n-\x1f\x7f]/g;

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** Values of a field, in order. @param name in lower case */
export function valuesOf(fields: Fields, name: string): readonly string[] {
  return fields.flatMap(([other, value]) =>
    other.length === name.length && other.toLowerCase() === name ? [value] : [],
  );
}
