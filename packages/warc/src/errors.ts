/** The input holds no capture, or can't be read as one; the message says what it is instead. */
export class NotWarcError extends Error {
  override readonly name = 'NotWarcError';
}

/** @param start first bytes of the input, decompressed if it was compressed */
export function notWarc(format: InputFormat, start: Buffer): NotWarcError {
  if (format === 'empty') return new NotWarcError('the input is empty');
  const outer = format === 'plain' ? '' : `${format} of `;
  return new NotWarcError(
    `the input is ${outer}${nameOf(start)}, and holds no record of a WARC or an ARC, no HAR and no JSON`,
  );
}

/** How an input is stored, as its first bytes show. */
export type InputFormat = 'empty' | 'gzip' | 'zstd' | 'plain';

const KNOWN: readonly (readonly [start: string, name: string])[] = [
  ['\x28\xb5\x2f\xfd', 'zstd-compressed data'],
  ['\x1f\x8b', 'gzip-compressed data'],
  ['BZh', 'bzip2-compressed data (decompress it first: bzip2 -dc FILE | …)'],
  ['\xfd7zXZ\x00', 'xz-compressed data (decompress it first: xz -dc FILE | …)'],
  ['PK\x03\x04', 'a ZIP (which is read from a file only, not from a stream)'],
  ['%PDF', 'a PDF'],
  ['<', 'markup'],
  ['{', 'JSON'],
];

function nameOf(start: Buffer): string {
  if (start.length === 0) return 'nothing';
  const text = start.toString('latin1');
  const known = KNOWN.find(([magic]) => text.startsWith(magic));
  if (known !== undefined) return known[1];
  const shown = text.slice(0, 16);
  return /^[\t\n\r -~]*$/.test(shown)
    ? `text that begins with ${JSON.stringify(shown)}`
    : `data that begins with the bytes ${start.subarray(0, 8).toString('hex')}`;
}

/** WARC files can't be written to their folder; the message says what to do. */
export class WarcUnwritable extends Error {
  override readonly name = 'WarcUnwritable';

  constructor(folder: string, cause: unknown) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    super(
      `WARC files can't be written to ${folder} (${why}): check its permissions and the free space on its disk, ` +
        'or name another folder by --warc or SITEGREP_WARC_DIR',
      { cause },
    );
  }
}
