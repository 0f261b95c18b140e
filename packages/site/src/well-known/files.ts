// Well-known files: text files at paths that standards or conventions give, one for each site.

interface WellKnownFile {
  /** Path at which it is requested. */
  readonly path: string;
  /** Name of its form, for reasons: `has no Contact field, as security.txt must`. */
  readonly doc: string;
}

/** Files that a crawl may request, in code point order of their names. */
export const WELL_KNOWN_FILES = {
  'ads.txt': { path: '/ads.txt', doc: 'sellers of advertising space (IAB)' },
  'ai.txt': { path: '/ai.txt', doc: 'rules for the training of models' },
  'app-ads.txt': { path: '/app-ads.txt', doc: 'sellers of advertising space in apps (IAB)' },
  'humans.txt': { path: '/humans.txt', doc: 'people who made the site' },
  'llms-full.txt': { path: '/llms-full.txt', doc: 'content of the site for language models' },
  'llms.txt': { path: '/llms.txt', doc: 'summary of the site for language models' },
  'manifest.json': { path: '/manifest.json', doc: 'manifest of a web application' },
  'robots.txt': { path: '/robots.txt', doc: 'rules for crawlers (RFC 9309)' },
  'security.txt': { path: '/.well-known/security.txt', doc: 'contacts for security (RFC 9116)' },
} as const satisfies Readonly<Record<string, WellKnownFile>>;

export type FileName = keyof typeof WELL_KNOWN_FILES;

/** Names of the files, in code point order. */
export const FILE_NAMES: readonly FileName[] = [
  'ads.txt',
  'ai.txt',
  'app-ads.txt',
  'humans.txt',
  'llms-full.txt',
  'llms.txt',
  'manifest.json',
  'robots.txt',
  'security.txt',
];

/** Files that a crawl requests if a setting says so; robots.txt comes before the first page in any case. */
export const REQUESTED_FILES: readonly FileName[] = FILE_NAMES.filter((name) => name !== 'robots.txt');

export function isFileName(text: string): text is FileName {
  return Object.hasOwn(WELL_KNOWN_FILES, text);
}

/** Maximum bytes of a file that are stored. */
export const MAX_FILE_BYTES = 64 * 1024;

/** The answer to a request for a well-known file. */
export interface FileAnswer {
  /** Status of the answer; null if there was none. */
  readonly status: number | null;
  /** Why it has no file, if its status does not say so: `redirects to the home page`. */
  readonly failure: string | null;
  /** Path of the last request, after redirects. */
  readonly path: string;
  /** Media type that is stated, without parameters; null if none is. */
  readonly type: string | null;
  /** The first 64 KiB of the body, as `fileText` gives them. */
  readonly text: string;
  /** Whether there was more. */
  readonly truncated: boolean;
}

/** An answer that has no text. */
export function withoutText(status: number | null, failure: string | null, path: string): FileAnswer {
  return { status, failure, path, type: null, text: '', truncated: false };
}
