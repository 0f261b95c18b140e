// The four operations of providers: what each takes, and how it is called.
import type {
  SitegrepClient,
  Suggestions,
  Video,
  VideoSearchResults,
  WebSearchResults,
} from '@sitegrep/client';
import { textIn } from '../parts/form.ts';

export interface Field {
  readonly name: FieldName;
  readonly type: 'text' | 'number' | 'choice';
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** Bounds of a number. */
  readonly bounds?: readonly [min: number, max: number];
  readonly choices?: readonly string[];
  /** Value that the operation takes if the field is empty; absent: it depends on other fields. */
  readonly usual?: string;
}

type FieldName =
  'keyword' | 'video_id' | 'language_code' | 'location_code' | 'device' | 'os' | 'depth' | 'client';

const KEYWORD: Field = { name: 'keyword', type: 'text', isRequired: true, maxLength: 700 };
const LOCALE: readonly Field[] = [
  { name: 'language_code', type: 'text', maxLength: 20, usual: 'en' },
  { name: 'location_code', type: 'number', bounds: [1, 999_999_999], usual: '2840' },
];
const DEVICE: Field = { name: 'device', type: 'choice', choices: ['desktop', 'mobile'], usual: 'desktop' };
const OS: Field = { name: 'os', type: 'choice', choices: ['windows', 'macos', 'android', 'ios'] };
/** Fields of a request by their names, as they are written in the form; empty ones are left out. */
export type Values = Readonly<Partial<Record<FieldName, string>>>;

export type Answer =
  | { readonly kind: 'web'; readonly data: WebSearchResults }
  | { readonly kind: 'suggestions'; readonly data: Suggestions }
  | { readonly kind: 'video'; readonly data: Video }
  | { readonly kind: 'videos'; readonly data: VideoSearchResults };

interface TriedOperation {
  readonly scope: 'serp' | 'video';
  readonly fields: readonly Field[];
  readonly call: (client: SitegrepClient, values: Values, signal: AbortSignal) => Promise<Answer>;
}

export const TRIED = {
  'web-serp': {
    scope: 'serp',
    fields: [KEYWORD, ...LOCALE, depthOf('10'), DEVICE, OS],
    call: async (client, values, signal) => ({
      kind: 'web',
      data: await client.serp.search({ ...searched(values), ...systemOf(values) }, { signal }),
    }),
  },
  'web-autocomplete': {
    scope: 'serp',
    fields: [
      KEYWORD,
      ...LOCALE,
      { name: 'client', type: 'text', maxLength: 100, usual: 'gws-wiz-serp' },
      DEVICE,
      { ...OS, usual: 'windows' },
    ],
    call: async (client, values, signal) => {
      const { depth: _, ...request } = searched(values);
      const named = values.client === undefined ? {} : { client: values.client };
      const all = { ...request, ...systemOf(values), ...named };
      return { kind: 'suggestions', data: await client.serp.autocomplete(all, { signal }) };
    },
  },
  'videosite-video-info': {
    scope: 'video',
    fields: [
      {
        name: 'video_id',
        type: 'text',
        isRequired: true,
        maxLength: 11,
        pattern: String.raw`[A-Za-z0-9_\-]{11}`,
      },
      ...LOCALE,
    ],
    call: async (client, values, signal) => ({
      kind: 'video',
      data: await client.video.info({ video_id: values.video_id ?? '', ...localeOf(values) }, { signal }),
    }),
  },
  'videosite-serp': {
    scope: 'video',
    fields: [KEYWORD, ...LOCALE, depthOf('20'), DEVICE],
    call: async (client, values, signal) => ({
      kind: 'videos',
      data: await client.video.search(searched(values), { signal }),
    }),
  },
} as const satisfies Readonly<Record<string, TriedOperation>>;

export type OperationName = keyof typeof TRIED;
export const OPERATION_NAMES = Object.keys(TRIED) as readonly OperationName[];

/** An answer with where it came from. */
export interface Tried {
  readonly answer: Answer;
  /** Name of the provider that answered; null: unknown. */
  readonly provider: string | null;
  /** Age of an answer from the cache, in seconds. */
  readonly age: number;
  readonly ms: number;
}

/** Reads the fields of an operation out of its form. */
export function valuesIn(data: FormData, fields: readonly Field[]): Values {
  return Object.fromEntries(
    fields.map(({ name }) => [name, textIn(data, name)] as const).filter(([, value]) => value !== ''),
  );
}

function depthOf(usual: string): Field {
  return { name: 'depth', type: 'number', bounds: [1, 100], usual };
}

function localeOf({ language_code: language, location_code: location }: Values) {
  return {
    ...(language !== undefined && { language_code: language }),
    ...(location !== undefined && { location_code: Number(location) }),
  };
}

function deviceOf({ device }: Values) {
  const named = (['desktop', 'mobile'] as const).find((one) => one === device);
  return named === undefined ? {} : { device: named };
}

function systemOf(values: Values) {
  const os = (['windows', 'macos', 'android', 'ios'] as const).find((one) => one === values.os);
  return { ...deviceOf(values), ...(os !== undefined && { os }) };
}

function searched(values: Values) {
  return {
    keyword: values.keyword ?? '',
    ...localeOf(values),
    ...deviceOf(values),
    ...(values.depth !== undefined && { depth: Number(values.depth) }),
  };
}
