// Lines of the URL index (CDXJ): key, time and an object of JSON, whose values are texts.
import type { Subset } from '../found-record.ts';
import { isFilePath } from '../paths.ts';
import type { IndexedRecord } from '../wanted.ts';

/** Key of a line: what is before its first blank. */
export function keyOfLine(line: string): string {
  const end = line.indexOf(' ');
  return end === -1 ? line : line.slice(0, end);
}

/**
 * Reads a line.
 *
 * @returns the record; 'other' if it is of a subset that is not read, such as redirects; null if it is not a line of an index
 */
export function readCdxLine(line: string): IndexedRecord | 'other' | null {
  const found = /^\S+ (\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d) (\{.*\})\s*$/.exec(line);
  if (found === null) return null;
  const [, year, month, day, hour, minute, second, json = ''] = found;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const fields = fieldsOf(json);
  if (fields === null || Number.isNaN(time)) return null;
  const text = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');
  const [file, offset, length] = [
    text('filename'),
    Number(text('offset') || NaN),
    Number(text('length') || NaN),
  ];
  if (!isFilePath(file) || !(offset >= 0) || !(length > 0 && length <= 0xffffffff)) return null;
  const subset = subsetOf(file);
  if (subset === null) return 'other';
  return {
    url: text('url'),
    time,
    status: Number(text('status')),
    languages: text('languages'),
    isTruncated: (text('truncated') || text('warc-truncated')) !== '',
    subset,
    file,
    offset,
    length,
    mime: text('mime-detected') || null,
  };
}

function fieldsOf(json: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}

/** Subsets are folders: `…/warc/…`, `…/robotstxt/…`, `…/crawldiagnostics/…`. */
function subsetOf(file: string): Subset | null {
  const folder = file.split('/').at(-2);
  return folder === 'warc' || folder === 'robotstxt' ? folder : null;
}
