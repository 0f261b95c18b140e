/*
 * Settings of the operations that providers serve, and of the providers themselves: both follow from the catalog of
 * package providers.
 */
import {
  type Operation,
  OPERATION_NAMES,
  OPERATIONS,
  PROVIDER_NAMES,
  type ProviderName,
  PROVIDERS,
  type ProviderSetting,
  providersOf,
  providersVariable,
  type SettingValues,
} from '@sitegrep/providers/catalog';
import { hosts, proxyUrl, upstreamUrl } from '../addresses.ts';
import { type Kind, kind, optional, type Setting } from '../setting.ts';
import {
  type Bounds,
  duration,
  HOUR,
  integer,
  KIB,
  MIB,
  MINUTE,
  numbersByName,
  type NumbersByName,
  size,
} from '../quantities.ts';
import { apiKey, commandLine, login, password, word } from '../words.ts';

const group = 'Providers';

/** Stands for an operation without providers: an empty variable would be the default. */
const NO_PROVIDERS = 'none';

/** Providers of an operation, in the order in which they are called; none is allowed. */
function providerList(operation: Operation): Kind<readonly ProviderName[]> {
  const names = providersOf(operation);
  return kind({
    allowed: `any of ${names.join(', ')}, each once, separated by commas, or ${NO_PROVIDERS}`,
    read: (text) => {
      const parts = text === NO_PROVIDERS ? [] : text.split(',').map((part) => part.trim());
      const given = parts.flatMap((part) => names.filter((known) => known === part));
      return given.length === parts.length && new Set(given).size === given.length ? given : undefined;
    },
    print: (list) => list.join(',') || NO_PROVIDERS,
  });
}

type ProviderNumbers = NumbersByName<ProviderName>;

/** A number for each of some providers. */
function providerNumbers(bounds: Bounds): Kind<ProviderNumbers> {
  return numbersByName('provider', PROVIDER_NAMES, bounds);
}

type CamelCase<Text extends string> = Text extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Text>;

/** Name of a setting: its variable without `SITEGREP_`, in camel case. */
type NameOf<Variable extends string> = Variable extends `SITEGREP_${infer Rest}` ? CamelCase<Rest> : never;

export function settingName<const Variable extends string>(variable: Variable): NameOf<Variable> {
  const name = variable
    .replace('SITEGREP_', '')
    .toLowerCase()
    .replace(/_([a-z\d])/g, (_match, letter: string) => letter.toUpperCase());
  // The compiler computes the same from the type.
  return name as NameOf<Variable>;
}

type Prefix = (typeof OPERATIONS)[Operation]['variable'];

type OperationSettings = {
  readonly [Name in NameOf<`${Prefix}_PROVIDERS`>]: Setting<readonly ProviderName[]>;
} & { readonly [Name in NameOf<`${Prefix}_TTL`>]: Setting<number> };

function operationSettings(): OperationSettings {
  const lists = OPERATION_NAMES.map((operation): Setting<readonly ProviderName[]> => {
    const { path } = OPERATIONS[operation];
    return {
      variable: providersVariable(operation),
      group,
      kind: providerList(operation),
      default: 'local',
      doc: `Providers that answer \`${path}\`, in the order in which they are called.`,
    };
  });
  const ttls = OPERATION_NAMES.map((operation): Setting<number> => {
    const { path, variable, defaultTtl } = OPERATIONS[operation];
    return {
      variable: `${variable}_TTL`,
      group,
      kind: duration({ minimum: 0, maximum: 30 * 24 * HOUR }),
      default: defaultTtl,
      doc: `Time for which an answer of \`${path}\` is cached; \`0s\`: not at all.`,
    };
  });
  return byName([...lists, ...ttls]) as OperationSettings;
}

/** Every setting of every provider in the catalog. */
type OwnSetting = {
  [Name in ProviderName]: (typeof PROVIDERS)[Name]['settings'][keyof (typeof PROVIDERS)[Name]['settings']];
}[ProviderName];

type OwnSettings = {
  readonly [One in OwnSetting as NameOf<One['variable']>]: Setting<
    One extends { readonly default: string } ? SettingValues[One['kind']] : SettingValues[One['kind']] | null
  >;
};

const KINDS: { readonly [Name in keyof SettingValues]: Kind<SettingValues[Name]> } = {
  url: upstreamUrl(),
  'api-key': apiKey(),
  login: login(),
  password: password(),
  word: word(64),
  command: commandLine(),
};

function ownSettings(): OwnSettings {
  const settings = PROVIDER_NAMES.flatMap((name) =>
    Object.values<ProviderSetting>(PROVIDERS[name].settings).map((one): Setting<unknown> => {
      const { variable, doc } = one;
      const kind: Kind<unknown> = KINDS[one.kind];
      if ('default' in one) return { variable, group, kind, default: one.default, doc };
      const text = one.required ? `${doc} Required by \`${name}\`.` : doc;
      return { variable, group, kind: optional(kind), default: '', doc: text };
    }),
  );
  return byName(settings) as OwnSettings;
}

function byName(settings: readonly Setting<unknown>[]): Readonly<Record<string, Setting<unknown>>> {
  return Object.fromEntries(settings.map((setting) => [settingName(setting.variable), setting]));
}

export const PROVIDER_SETTINGS = {
  ...operationSettings(),
  providerDeadline: {
    variable: 'SITEGREP_PROVIDER_DEADLINE',
    group,
    kind: duration({ minimum: 100, maximum: 10 * MINUTE }),
    default: '40s',
    doc: 'Longest time of one answer, however many providers are called for it.',
  },
  providerTimeout: {
    variable: 'SITEGREP_PROVIDER_TIMEOUT',
    group,
    kind: duration({ minimum: 100, maximum: 5 * MINUTE }),
    default: '15s',
    doc: 'Time after which a call is given up and the next provider called.',
  },
  providerConcurrency: {
    variable: 'SITEGREP_PROVIDER_CONCURRENCY',
    group,
    kind: integer({ minimum: 1, maximum: 1_000 }),
    default: '16',
    doc: 'Maximum calls of this process to one provider at the same time.',
  },
  providerRates: {
    variable: 'SITEGREP_PROVIDER_RATES',
    group,
    kind: providerNumbers({ minimum: 1, maximum: 100_000 }),
    default: '',
    doc: 'Maximum calls per minute of this process to a provider, spread evenly; further calls wait. Providers that are not listed have no limit.',
  },
  providerBudgets: {
    variable: 'SITEGREP_PROVIDER_BUDGETS',
    group,
    kind: providerNumbers({ minimum: 0, maximum: 100_000_000 }),
    default: '',
    doc: 'Maximum calls per day (UTC) to a provider; processes that share Redis count together. Providers that are not listed have no limit.',
  },
  providerProxy: {
    variable: 'SITEGREP_PROVIDER_PROXY',
    group,
    kind: optional(proxyUrl()),
    default: '',
    doc: 'Proxy for calls to providers; its URL contains user and password if it needs them. `yt-dlp` has its own.',
  },
  providerProxyExcept: {
    variable: 'SITEGREP_PROVIDER_PROXY_EXCEPT',
    group,
    kind: hosts(),
    default: '',
    doc: 'Hosts of providers that are called without the proxy, and all names below them.',
  },
  providerMaxBytes: {
    variable: 'SITEGREP_PROVIDER_MAX_BYTES',
    group,
    kind: size({ minimum: 64 * KIB, maximum: 256 * MIB }),
    default: '8MiB',
    doc: 'Maximum size of an answer of a provider; a larger one counts as a failure.',
  },
  providerCacheBytes: {
    variable: 'SITEGREP_PROVIDER_CACHE_BYTES',
    group,
    kind: size({ minimum: 0, maximum: 16_384 * MIB }),
    default: '64MiB',
    doc: 'Memory for cached answers, where Redis does not hold them.',
  },
  ...ownSettings(),
} as const;
