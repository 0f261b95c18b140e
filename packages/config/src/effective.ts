import { SETTING_NAMES, SETTINGS, type Config, type SettingName } from './settings.ts';

/** One setting as it is in force. */
export interface EffectiveSetting {
  readonly variable: string;
  /** As it would be written in the environment; secrets hidden; empty if there is none. */
  readonly value: string;
  /** True if the value is the default, said or unsaid. */
  readonly isDefault: boolean;
}

/** Every setting, in the order of the documentation, safe to show. */
export function effectiveSettings(config: Config): readonly EffectiveSetting[] {
  return SETTING_NAMES.map((name) => effective(name, config));
}

function effective<Name extends SettingName>(name: Name, config: Pick<Config, Name>): EffectiveSetting {
  const { variable, kind, default: fallback } = SETTINGS[name];
  const byDefault = kind.parse(fallback);
  return {
    variable,
    value: kind.mask(config[name]),
    isDefault: byDefault !== null && kind.print(byDefault.value) === kind.print(config[name]),
  };
}
