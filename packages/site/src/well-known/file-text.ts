// The text of a well-known file, and the text of all files of a site that is searched.
import type { SiteFile } from '../site-answers.ts';
import { type FileName, isFileName, MAX_FILE_BYTES, WELL_KNOWN_FILES } from './files.ts';

/**
 * Decodes a body: by its byte order mark, else as UTF-8 where it is valid, else as windows-1252. NUL becomes U+FFFD.
 *
 * @param body its first 64 KiB are read
 */
export function fileText(body: Uint8Array): string {
  const bytes = body.subarray(0, MAX_FILE_BYTES);
  return decodedText(bytes).replaceAll('\0', '\uFFFD');
}

function decodedText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    // The last character of a longer file may be cut.
    const stream = bytes.length === MAX_FILE_BYTES;
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** A real file with its text. */
export interface FileWithText {
  readonly name: FileName;
  readonly text: string;
}

/** The text of files in which `in:file` searches: for each a line with its path, its text, and an empty line. */
export function joinedFiles(files: readonly FileWithText[]): string {
  return files.map(({ name, text }) => `${headOf(name)}${text}${endOf(text)}`).join('');
}

/** The files of a joined text. @param files those of the site, as `joinedFiles` had the real ones */
export function filesIn(joined: string, files: readonly SiteFile[]): readonly FileWithText[] {
  const found: FileWithText[] = [];
  const bytes = Buffer.from(joined);
  let at = 0;
  for (const { name, isReal, bytes: length } of files) {
    if (!isReal || !isFileName(name)) continue;
    const start = at + headOf(name).length;
    const text = bytes.toString('utf8', start, start + length);
    found.push({ name, text });
    at = start + length + endOf(text).length;
  }
  return found;
}

function headOf(name: FileName): string {
  return `${WELL_KNOWN_FILES[name].path}\n`;
}

function endOf(text: string): string {
  return text.endsWith('\n') ? '\n' : '\n\n';
}
