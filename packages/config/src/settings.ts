import type { Kind, Setting } from './setting.ts';
import { ANALYSIS_AND_SEARCH } from './settings/analysis.ts';
import { API_LIMITS, HTTP_API } from './settings/http-api.ts';
import { COMMAND_LINE } from './settings/command-line.ts';
import { CRAWLING } from './settings/crawling.ts';
import { ELASTICSEARCH, REDIS } from './settings/services.ts';
import { PROCESS } from './settings/process.ts';
import { TELLING } from './settings/telling.ts';
import { PROVIDER_SETTINGS } from './settings/providers.ts';

const TABLE = {
  ...PROCESS,
  ...COMMAND_LINE,
  ...HTTP_API,
  ...API_LIMITS,
  ...CRAWLING,
  ...ANALYSIS_AND_SEARCH,
  ...ELASTICSEARCH,
  ...REDIS,
  ...TELLING,
  ...PROVIDER_SETTINGS,
} as const;

type ValueOf<S> = S extends { readonly kind: Kind<infer T> } ? T : never;

/** All settings, valid. Durations are milliseconds, sizes bytes; what is not set and has no default is null. */
export type Config = { readonly [Name in keyof typeof TABLE]: ValueOf<(typeof TABLE)[Name]> };
export type SettingName = keyof Config;

export const SETTINGS: { readonly [Name in SettingName]: Setting<Config[Name]> } = TABLE;

/** Names of all settings, in the order of the table. */
export const SETTING_NAMES: readonly SettingName[] = Object.keys(SETTINGS).filter(isSettingName);

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** One setting as it is in force. */
export interface EffectiveSetting {
  readonly variable: string;
  /** Chapter of the documentation. */
  readonly group: string;
  /** The value as the environment would state it, secrets hidden; empty if there is none. */
  readonly value: string;
  /** Whether the value is the default, set or unset. */
  readonly isDefault: boolean;
  /** One line: what it does. */
  readonly doc: string;
}

/** Every setting, in the order of the documentation, safe to show. */
export function effectiveSettings(config: Config): readonly EffectiveSetting[] {
  return SETTING_NAMES.map((name) => effective(name, config));
}

/** The environment that gives these settings: those that differ from their defaults. It holds secrets. */
export function environmentOf(config: Config): Readonly<Record<string, string>> {
  return Object.fromEntries(
    SETTING_NAMES.filter((name) => !effective(name, config).isDefault).map((name) => [
      SETTINGS[name].variable,
      printed(name, config),
    ]),
  );
}

function printed<Name extends SettingName>(name: Name, config: Pick<Config, Name>): string {
  return SETTINGS[name].kind.print(config[name]);
}

function effective<Name extends SettingName>(name: Name, config: Pick<Config, Name>): EffectiveSetting {
  const { variable, group, kind, default: fallback, doc } = SETTINGS[name];
  const byDefault = kind.parse(fallback);
  return {
    variable,
    group,
    value: kind.mask(config[name]),
    isDefault: byDefault !== null && kind.print(byDefault.value) === kind.print(config[name]),
    doc,
  };
}
