// How the operations and providers of the catalog are configured.
import {
  OPERATIONS,
  PROVIDERS,
  providersVariable,
  type Operation,
  type ProviderName,
  type ProviderSetting,
  type ProviderSettings,
} from '@sitegrep/providers/catalog';
import { isSettingName, type Config, type SettingName } from './settings.ts';
import { settingName } from './settings/providers.ts';

/** Providers of one operation, in the order in which they are called, and how long their answers are cached. */
export interface ConfiguredChain {
  readonly providers: readonly ProviderName[];
  /** Milliseconds; 0: not at all. */
  readonly ttlMs: number;
}

export function chainOf(config: Config, operation: Operation): ConfiguredChain {
  const { variable } = OPERATIONS[operation];
  return {
    providers: config[settingName(providersVariable(operation))],
    ttlMs: config[settingName(`${variable}_TTL` as const)],
  };
}

/**
 * The settings of one provider, as its adapter is opened with them.
 *
 * @throws TypeError if a required one is absent; such a configuration is refused when it names the provider
 */
export function settingsOf<Name extends ProviderName>(
  config: Config,
  provider: Name,
): ProviderSettings<Name> {
  const settings = Object.entries<ProviderSetting>(PROVIDERS[provider].settings);
  for (const [key, setting] of settings) {
    if (isMissing(config, setting)) throw new TypeError(`${provider} needs ${key}, which is not set`);
  }
  const values = settings.map(([key, { variable }]) => [key, config[knownName(variable)]]);
  // Both types follow from the catalog; the loop has excluded null where it is not allowed.
  return Object.fromEntries(values) as ProviderSettings<Name>;
}

/** Problems of providers that an operation names though they can't be called without a setting that is absent. */
export function missingSettings(config: Config, operation: Operation): readonly string[] {
  return chainOf(config, operation).providers.flatMap((provider) =>
    Object.values<ProviderSetting>(PROVIDERS[provider].settings)
      .filter((setting) => isMissing(config, setting))
      .map(
        ({ variable }) =>
          `${providersVariable(operation)} names ${provider}, which can't be called without ${variable}: set it.`,
      ),
  );
}

function isMissing(config: Config, setting: ProviderSetting): boolean {
  return 'required' in setting && setting.required && config[knownName(setting.variable)] === null;
}

function knownName(variable: string): SettingName {
  const name: string = settingName(variable);
  if (!isSettingName(name)) throw new TypeError(`${variable} is not a setting`);
  return name;
}
