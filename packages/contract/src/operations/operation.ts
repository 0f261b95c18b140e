import type { TObject, TSchema } from 'typebox';
import type { ErrorCode } from '../errors.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Chapters of the API reference, in its order. */
export const TAGS = {
  Search: 'Find websites by their HTML source.',
  Technologies: 'Which technologies there are, and how many websites have them.',
  Lookups: 'Read what is known of given domains: facts, technologies, pages and their sources.',
  Lists: 'Keep lists of domains, which searches name: list:mine.',
  'Saved searches':
    'Save searches, which tell what appears and disappears, and which others name: saved:mine.',
  Providers: 'Web searches, suggestions and videos from the configured providers.',
  MCP: 'The same for models: a server of the Model Context Protocol.',
  Crawls: 'Submit lists of sites and follow their progress.',
  Schedules: 'Crawls that are repeated.',
  Imports: 'Index what others have fetched.',
  Domains: 'Take down and block domains, and see what is stored of them.',
  Ranks: 'Import lists of domains that are ordered by their links.',
  Sessions: 'Sign in with a key in a browser, and sign out.',
  Keys: 'API keys, and the log of what was done with them.',
  DataForSEO:
    'For programs that were written for DataForSEO: its paths, its forms, and Basic authentication with a key as the password.',
  Instance: 'State of the instance, and this reference.',
} as const;

/** Headers that only some answers have; package openapi describes them. */
type AnswerHeader =
  | 'accept-ranges'
  | 'age'
  | 'content-disposition'
  | 'content-range'
  | 'content-security-policy'
  | 'etag'
  | 'location'
  | 'set-cookie'
  | 'x-sitegrep-provider';

/** An answer with a body of its own: a successful one, or in MCP also one that the protocol gives to what it does not allow. */
export interface Success {
  readonly status: 200 | 201 | 202 | 204 | 206 | 303 | 304 | 400 | 404;
  readonly description: string;
  readonly json?: TSchema;
  /** Descriptions of other bodies by their media types. */
  readonly text?: Readonly<Record<string, string>>;
  readonly headers?: readonly AnswerHeader[];
}

/** A method of a path: everything that its route and its documentation share. */
export interface Operation {
  /** HEAD is answered where GET is. */
  readonly method: Method;
  /** Path, in which each parameter is a segment in braces. */
  readonly path: string;
  /** Scope that a key must have; `any`: a key with whatever scopes; null: the operation needs no key. */
  readonly scope: 'search' | 'source' | 'serp' | 'video' | 'admin' | 'any' | null;
  /** Name in SITEGREP_OPERATION_LIMITS of the limit that its requests count against; absent: first part of the path. */
  readonly limit?: string;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description?: string;
  /** Parameters of the path. */
  readonly parameters?: TObject;
  readonly query?: TObject;
  /** Headers of the request, except those that describe its body. */
  readonly headers?: TObject;
  readonly json?: { readonly schema: TSchema; readonly isOptional?: boolean };
  /**
   * Whether the JSON may also be the field `request` of a form (`application/x-www-form-urlencoded`), with which a browser
   * saves the answer as a file.
   */
  readonly hasForm?: boolean;
  /** Lists that may be uploaded as the body: descriptions of a line by their media types. */
  readonly lists?: Readonly<Record<string, string>>;
  readonly answers: readonly Success[];
  /** Errors that not every operation of this form can end with, see `errorsOf`. */
  readonly errors?: readonly ErrorCode[];
}

/** All errors that an operation can answer with, in the order in which a request is checked for them. */
export function errorsOf({
  tag,
  method,
  scope,
  parameters,
  json,
  lists,
  errors = [],
}: Operation): readonly ErrorCode[] {
  // All other errors are in the body of a 200.
  if (tag === 'DataForSEO') return ['unauthorized', 'unavailable', 'internal'];
  const hasBody = json !== undefined || lists !== undefined;
  return [
    ...(parameters === undefined ? [] : (['not_found'] as const)),
    ...(scope === null ? [] : (['unauthorized'] as const)),
    ...(scope === null || scope === 'any' ? [] : (['forbidden'] as const)),
    ...(scope === null ? [] : (['rate_limited'] as const)),
    ...(hasBody ? (['too_large'] as const) : []),
    // A malformed media type is refused whether or not there is a body.
    ...(method === 'GET' ? [] : (['unsupported_media_type'] as const)),
    // The protocol has a form of its own for it.
    ...(tag === 'MCP' ? [] : (['bad_request'] as const)),
    ...errors.filter((code) => code !== 'not_found' || parameters === undefined),
    'unavailable',
    'internal',
  ];
}
