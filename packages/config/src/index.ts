// Every setting, in one table (settings.ts; its groups under settings/). The environment goes in, one validated value
// comes out; only apps read it.
export { ConfigError } from './load.ts';
export { effectiveSettings, type EffectiveSetting, environmentOf } from './settings.ts';
export { loadConfig } from './load.ts';
export { documentProviders, documentProviderSettings, documentSettings } from './document.ts';
export { chainOf, settingsOf } from './configured-providers.ts';
export type { Config } from './settings.ts';
