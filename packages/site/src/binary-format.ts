/** First bytes of binary files, one character per byte, by name of the format. A dot is any byte. */
const OPENINGS: readonly (readonly [format: string, ...openings: string[]])[] = [
  ['a PNG image', '\x89PNG'],
  ['a JPEG image', '\xff\xd8\xff'],
  ['a GIF image', 'GIF87a', 'GIF89a'],
  ['a WebP image', 'RIFF....WEBP'],
  ['an icon', '\0\0\x01\0'],
  ['a PDF document', '%PDF-'],
  ['a ZIP archive', 'PK\x03\x04'],
  ['a gzip file', '\x1f\x8b'],
  ['an archive', '7z\xbc\xaf', 'Rar!\x1a'],
  ['a video', '....ftyp', '\x1aE\xdf\xa3', 'RIFF....AVI '],
  ['a sound file', 'ID3', 'OggS', 'fLaC', 'RIFF....WAVE'],
  ['a program', '\x7fELF', 'MZ\x90\0', '\0asm'],
  ['a font', 'wOFF', 'wOF2'],
];

/**
 * The format of a body whose first bytes show that it is not text, whatever its declared type; null if they do
 * not.
 */
export function binaryFormatOf(start: Uint8Array): string | null {
  const opening = String.fromCharCode(...start.subarray(0, 16));
  const matches = (other: string): boolean =>
    opening.length >= other.length &&
    Array.from(other).every((character, at) => character === '.' || character === opening[at]);
  return OPENINGS.find(([, ...others]) => others.some(matches))?.[0] ?? null;
}
