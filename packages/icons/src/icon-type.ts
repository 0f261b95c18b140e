/** Types of images that an icon may have, by its first bytes. */
export const ICON_TYPES = ['ico', 'png', 'gif', 'jpeg', 'bmp', 'webp', 'avif', 'svg'] as const;
export type IconType = (typeof ICON_TYPES)[number];

/** Texts of Latin 1 that images of a type begin with, each at its position. */
type Signature = readonly (readonly [at: number, text: string])[];

const SIGNATURES: readonly (readonly [type: IconType, signature: Signature])[] = [
  ['png', [[0, '\x89PNG\r\n\x1a\n']]],
  ['ico', [[0, '\0\0\x01\0']]],
  ['gif', [[0, 'GIF87a']]],
  ['gif', [[0, 'GIF89a']]],
  ['jpeg', [[0, '\xff\xd8\xff']]],
  [
    'webp',
    [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  ],
  ['avif', [[4, 'ftypavif']]],
  ['avif', [[4, 'ftypavis']]],
  // The size of its second header keeps texts that begin with BM out.
  ...[12, 40, 52, 56, 108, 124].map(
    (size) =>
      [
        'bmp',
        [
          [0, 'BM'],
          [14, `${String.fromCodePoint(size)}\0\0\0`],
        ],
      ] as const,
  ),
];

/** Bytes in which the element of an SVG has to begin. */
const SVG_START = 4_096;
/** A piece of XML that may stand before that element: a declaration, a comment, a document type, blanks. */
const BEFORE_SVG = /\s+|<\?[^>]*\?>|<!--[^]*?-->|<!doctype\s+svg[^>[]*(?:\[[^\]]*\]\s*)?>/iy;
const SVG = /<svg[\s>/]/iy;
const BYTE_ORDER_MARK = '\xef\xbb\xbf';

/** The type of an image; null if the bytes are none of these. Names and stated types do not count: servers get them wrong. */
export function iconType(bytes: Uint8Array): IconType | null {
  const length = Math.min(bytes.length, SVG_START);
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('latin1');
  const found = SIGNATURES.find(([, signature]) =>
    signature.every(([at, text]) => start.startsWith(text, at)),
  );
  return found?.[0] ?? (isSvg(start) ? 'svg' : null);
}

function isSvg(start: string): boolean {
  let at = start.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  // Piece by piece, so that no text makes an expression try again.
  for (;;) {
    BEFORE_SVG.lastIndex = at;
    if (!BEFORE_SVG.test(start)) break;
    at = BEFORE_SVG.lastIndex;
  }
  SVG.lastIndex = at;
  return SVG.test(start);
}
