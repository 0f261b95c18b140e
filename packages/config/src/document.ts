import {
  OPERATION_NAMES,
  OPERATIONS,
  PROVIDER_NAMES,
  type ProviderName,
  PROVIDERS,
  type ProviderSetting,
  providersOf,
} from '@sitegrep/providers/catalog';
import { UPPER_LIMITS } from './constraints.ts';
import { GROUPS } from './setting.ts';
import { SETTING_NAMES, type SettingName, SETTINGS } from './settings.ts';

/** The reference of all settings, in Markdown: one table a group. The same on every machine. */
export function documentSettings(): string {
  const sections = GROUPS.map((group) => {
    const rows = SETTING_NAMES.filter((name) => SETTINGS[name].group === group).map(row);
    return [
      `## ${group}`,
      '',
      '| Variable | Default | Allowed | What it does |',
      '| --- | --- | --- | --- |',
      ...rows,
      '',
    ];
  });
  const limits = UPPER_LIMITS.map(
    ([low, high, why]) =>
      `- \`${SETTINGS[low].variable}\` is at most \`${SETTINGS[high].variable}\`: ${why}.`,
  );
  return [...INTRODUCTION, ...sections.flat(), '## Limits between settings', '', ...limits, ''].join('\n');
}

const INTRODUCTION = [
  '# Configuration',
  '',
  '<!-- Written by `npm run docs` from packages/config/src/settings/. Change the tables there, not this file. -->',
  '',
  'sitegrep is configured by environment variables. They are read once, at the start; a value that is not allowed, an',
  'unknown `SITEGREP_` variable, or contradicting settings end the start with a message that lists every',
  'problem. An empty variable counts as unset. `sitegrep config` prints the values in force, with secrets hidden.',
  '',
  'A setting that holds a secret may be in a file: `SITEGREP_ADMIN_KEY_FILE=/run/secrets/admin_key` reads it from there,',
  'and so for every variable that is marked with †.',
  '',
  'How values are written:',
  '',
  '- **Sizes**: `4MiB`, `512KiB`, `1GiB`, or a plain number of bytes.',
  '- **Durations**: `500ms`, `15s`, `5m`, `1h`.',
  '- **Lists**: separated by commas.',
  '- **Switches**: words, such as `obey` or `ignore`.',
  '',
];

function row(name: SettingName): string {
  const { variable, kind, default: fallback, defaultNote, doc } = SETTINGS[name];
  const preset = defaultNote ?? (fallback === '' ? 'none' : `\`${fallback}\``);
  return `| \`${variable}\`${kind.secret ? ' †' : ''} | ${preset} | ${kind.allowed} | ${doc} |`;
}

/** Table of docs/providers.md in Markdown: each provider with its operations. */
export function documentProviders(): string {
  const operations = OPERATION_NAMES.map((operation) => `\`${OPERATIONS[operation].path}\``);
  const rows = PROVIDER_NAMES.map((name) => [
    `\`${name}\``,
    PROVIDERS[name].summary,
    ...OPERATION_NAMES.map((operation) => (providersOf(operation).includes(name) ? '✓' : '')),
  ]);
  return table(['Provider', 'What it is', ...operations], rows);
}

/** Table of docs/providers.md in Markdown: the settings of each provider. */
export function documentProviderSettings(): string {
  const rows = PROVIDER_NAMES.map((name) => [
    `\`${name}\``,
    variablesOf(name, isRequired),
    PROVIDERS[name].source,
    variablesOf(name, (setting) => !isRequired(setting)),
  ]);
  return table(['Provider', 'Required', 'Where to get it', 'Optional'], rows);
}

function isRequired(setting: ProviderSetting): boolean {
  return 'required' in setting && setting.required;
}

function variablesOf(name: ProviderName, filter: (setting: ProviderSetting) => boolean): string {
  return Object.values<ProviderSetting>(PROVIDERS[name].settings)
    .filter(filter)
    .map(({ variable }) => `\`${variable}\`${isSecret(variable) ? ' †' : ''}`)
    .join(', ');
}

function isSecret(variable: string): boolean {
  return SETTING_NAMES.some((name) => SETTINGS[name].variable === variable && SETTINGS[name].kind.secret);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
