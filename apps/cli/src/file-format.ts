import { extname } from 'node:path';

/** Endings of files, where they are not the name of the format. */
const ENDINGS: Readonly<Record<string, string>> = { '.jsonl': 'ndjson', '.json': 'ndjson' };

interface Wish<Format extends string> {
  readonly format?: Format;
  readonly out?: string;
  readonly json: boolean;
}

/** Options with the format that the name of the file says, unless one is given. */
export function withFormatOfFile<Format extends string, Options extends Wish<Format>>(
  options: Options,
  formats: readonly Format[],
): Options {
  const { format, out, json } = options;
  if (format !== undefined || out === undefined || json) return options;
  const ending = extname(out).toLowerCase();
  const named = ENDINGS[ending] ?? ending.slice(1);
  const found = formats.find((one) => one === named);
  return found === undefined ? options : { ...options, format: found };
}

/** Fault of options with a file and without a format. */
export function formatMissing(formats: readonly string[]): string {
  return `--out needs --format: add one of ${formats.join(', ')}, or end the name of the file so.`;
}
