import type { Kind } from './kind.ts';
import type { Setting } from './setting.ts';
import { ANALYSIS_AND_SEARCH } from './settings/analysis.ts';
import { API_LIMITS } from './settings/api-limits.ts';
import { CRAWLING } from './settings/crawling.ts';
import { ELASTICSEARCH } from './settings/elasticsearch.ts';
import { HTTP_API } from './settings/http-api.ts';
import { PROCESS } from './settings/process.ts';
import { PROVIDER_SETTINGS } from './settings/providers.ts';
import { REDIS } from './settings/redis.ts';

const TABLE = {
  ...PROCESS,
  ...HTTP_API,
  ...API_LIMITS,
  ...CRAWLING,
  ...ANALYSIS_AND_SEARCH,
  ...ELASTICSEARCH,
  ...REDIS,
  ...PROVIDER_SETTINGS,
} as const;

type ValueOf<S> = S extends { readonly kind: Kind<infer T> } ? T : never;

/** All settings, valid. Durations are milliseconds, sizes bytes; what is not set and has no default is null. */
export type Config = { readonly [Name in keyof typeof TABLE]: ValueOf<(typeof TABLE)[Name]> };
export type SettingName = keyof Config;

export const SETTINGS: { readonly [Name in SettingName]: Setting<Config[Name]> } = TABLE;

/** In the table's order. */
export const SETTING_NAMES: readonly SettingName[] = Object.keys(SETTINGS).filter(isSettingName);

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}
