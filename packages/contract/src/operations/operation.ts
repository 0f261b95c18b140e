import type { TObject, TSchema } from 'typebox';
import type { ErrorCode } from '../errors.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a key must be good for; null where none is asked for. */
export type OperationScope = 'search' | 'serp' | 'video' | 'admin' | null;

/** Chapters of the reference, in its order. */
export const TAGS = {
  Search: 'Which websites have this in their HTML source?',
  Providers: 'Web searches, suggestions and videos, from the providers that the instance has.',
  Crawls: 'Submit lists of sites, and follow what becomes of them.',
  Schedules: 'Crawls that are made again and again.',
  Domains: 'What is stored of a domain, its takedown, and the domains that are kept out.',
  Ranks: 'Lists of domains by their links.',
  Keys: 'Who may do what.',
  Instance: 'How the instance does, and this reference.',
} as const;

/** Headers that only some answers have; package openapi says what is in them. */
type AnswerHeader = 'x-sitegrep-provider' | 'age' | 'etag' | 'content-security-policy';

/** An answer that is no error. */
export interface Success {
  readonly status: 200 | 201 | 202 | 204 | 304;
  readonly description: string;
  readonly json?: TSchema;
  /** Bodies of other kinds by their media type, each with what is in it. */
  readonly text?: Readonly<Record<string, string>>;
  readonly headers?: readonly AnswerHeader[];
}

/** A path that takes a method: all that its route and its documentation have in common. */
export interface Operation {
  readonly method: Method;
  /** With parameters in braces, each a segment of its own. */
  readonly path: string;
  readonly scope: OperationScope;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description?: string;
  /** Of the path. */
  readonly parameters?: TObject;
  readonly query?: TObject;
  /** Of the request, besides those that say what its body is. */
  readonly headers?: TObject;
  readonly json?: { readonly schema: TSchema; readonly isOptional?: boolean };
  /** Lists that may be uploaded as the body, by their media type, each with what a line is. */
  readonly lists?: Readonly<Record<string, string>>;
  readonly answers: readonly Success[];
  /** Those that it can end with besides what every operation of its kind can, see `errorsOf`. */
  readonly errors?: readonly ErrorCode[];
}

/** Every error that an operation can answer with, in the order in which a request is checked for them. */
export function errorsOf({
  method,
  scope,
  parameters,
  json,
  lists,
  errors = [],
}: Operation): readonly ErrorCode[] {
  const hasBody = json !== undefined || lists !== undefined;
  return [
    ...(parameters === undefined ? [] : (['not_found'] as const)),
    ...(scope === null ? [] : (['unauthorized', 'forbidden', 'rate_limited'] as const)),
    ...(hasBody ? (['too_large'] as const) : []),
    // What is no media type at all is refused whether or not there is a body to read.
    ...(method === 'GET' ? [] : (['unsupported_media_type'] as const)),
    'bad_request',
    ...errors.filter((code) => code !== 'not_found' || parameters === undefined),
    'unavailable',
    'internal',
  ];
}
