// Screenshots of a document: stored fields of it that nothing searches, so that they are written, replaced, copied and removed with
// it. The pages are spread over a number of fields by their URLs: who reads one screenshot reads a small part of all.
import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type PageRecord, type Screenshot, type Source } from '@sitegrep/site';
import { StorageCorrupt } from '../../errors.ts';

const FIELDS = 64;

/** Names of the fields. */
export const SCREENSHOT_FIELDS: readonly string[] = Array.from(
  { length: FIELDS },
  (_, number) => `screenshots.${number}`,
);

/** Properties of the mapping, in `screenshots`. */
export function screenshotProperties() {
  return Object.fromEntries(
    Array.from({ length: FIELDS }, (_, number) => [number, { type: 'binary', store: true } as const]),
  );
}

/** Name of the field that has the screenshot of a page. */
export function screenshotField(url: string): string {
  return `screenshots.${numberOf(url)}`;
}

function numberOf(url: string): number {
  return crc32(url) % FIELDS;
}

/** Content of the fields of a document by their number, Base64. */
export type StoredScreenshots = Readonly<Record<string, string>>;

/** A screenshot as JSON: the URL of its page, and its images, Base64. */
type Packed = Readonly<Record<keyof Screenshot | 'url', string>>;

/** Packs the screenshots of pages. Compression makes up for what Base64 within JSON adds. */
export function packScreenshots(pages: readonly PageRecord<Source>[]): StoredScreenshots {
  const fields = new Map<number, Packed[]>();
  for (const { url, rendered } of pages) {
    if (rendered?.screenshot === undefined) continue;
    const { full, thumbnail } = rendered.screenshot;
    const number = numberOf(url);
    const packed = fields.get(number) ?? [];
    packed.push({ url, full: base64Of(full), thumbnail: base64Of(thumbnail) });
    fields.set(number, packed);
  }
  return Object.fromEntries(
    Array.from(fields, ([number, packed]) => [
      number,
      zstdCompressSync(JSON.stringify(packed)).toString('base64'),
    ]),
  );
}

/** Bytes of the fields as they are stored, about. */
export function storedBytes(screenshots: StoredScreenshots): number {
  return Object.values(screenshots).reduce((sum, text) => sum + Math.floor((text.length * 3) / 4), 0);
}

/** The screenshots of a field by the URL of their pages. @param stored its content, Base64 */
function unpackScreenshots(stored: string): ReadonlyMap<string, Screenshot> {
  // The same program wrote it, see `parseFacts`.
  const packed = JSON.parse(
    zstdDecompressSync(Buffer.from(stored, 'base64')).toString(),
  ) as readonly Packed[];
  return new Map(
    packed.map(({ url, full, thumbnail }) => [url, { full: bytesOf(full), thumbnail: bytesOf(thumbnail) }]),
  );
}

/** The fields that a document has, of what was read of it. */
export function screenshotsIn(fields: Readonly<Record<string, unknown>> | undefined): StoredScreenshots {
  const entries = SCREENSHOT_FIELDS.flatMap((name, number) => {
    const values = fields?.[name];
    const [value] = Array.isArray(values) ? (values as readonly unknown[]) : [];
    return typeof value === 'string' ? [[number, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** @throws StorageCorrupt if the screenshot that a page is said to have is not there */
export function requireScreenshot(
  domain: string,
  url: string,
  screenshots: ReadonlyMap<string, Screenshot>,
): Screenshot {
  const screenshot = screenshots.get(url);
  if (screenshot !== undefined) return screenshot;
  throw new StorageCorrupt(
    `the document of ${domain} in Elasticsearch lacks the screenshot of ${url}: crawl it again`,
  );
}

/** All screenshots of a document by the URL of their pages. */
export function allScreenshots(stored: StoredScreenshots): ReadonlyMap<string, Screenshot> {
  return new Map(Object.values(stored).flatMap((one) => [...unpackScreenshots(one)]));
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'base64'));
}
