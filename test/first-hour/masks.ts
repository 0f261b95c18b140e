// What differs from run to run in a transcript, under a name of its own.

interface Known {
  readonly folder: string;
  readonly port: number;
}

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\bsg_[0-9a-z]{8}_[0-9a-z]{32}\b/g, '<key>'],
  [/\bsg_[0-9a-z]{8}(?=\s)/g, '<prefix> '],
  [/#code=[\w-]{32}/g, '#code=<code>'],
  [/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+00:00/g, '<time>'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+Z)?)?/g, '<time>'],
  [/\b\d{4}-\d\d-\d\d\b/g, '<day>'],
  [/^\d\d:\d\d:\d\d /gm, '<clock> '],
  [/ +[\d.]+ (?:[KMGT]i)?B\b/g, ' <size>'],
  // The widest size decides how wide its column is.
  [/^ +AMOUNT +SHARE$/gm, 'AMOUNT SHARE'],
  [/^(domains|pages) +(?=\d+$)/gm, '$1 '],
  [/ +[\d.]+ × source/g, ' <n> × source'],
  [/\bin \d+(?:s|m \d\ds)$/gm, 'in <duration>'],
  // What is done at once shows no bar, and how far another one came depends on the machine.
  [/^[a-z]+ +[█▉▊▋▌▍▎▏░ ]*\d+%.*\n/gm, ''],
  [/\bprocess \d+\b/g, 'process <pid>'],
  [/\bkill \d+\b/g, 'kill <pid>'],
  [/"etag":"[^"]*"/g, '"etag":"<etag>"'],
];

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;

/** Masks a transcript; ids keep their identity: the first is `<id 1>`. */
export function masked(text: string, { folder, port }: Known): string {
  const ids = new Map<string, string>();
  const named = text
    .replaceAll(folder, '<folder>')
    .replaceAll(String(port), '<port>')
    .replaceAll(UUID, (id) => {
      const name = ids.get(id) ?? `<id ${ids.size + 1}>`;
      ids.set(id, name);
      return name;
    });
  return PATTERNS.reduce((masked, [pattern, name]) => masked.replaceAll(pattern, name), named);
}
