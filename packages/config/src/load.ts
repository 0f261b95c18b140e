import { closest, distance } from 'fastest-levenshtein';
import { readFileSync } from 'node:fs';
import { contradictions } from './constraints.ts';
import { HIDDEN } from './setting.ts';
import { type Config, SETTING_NAMES, type SettingName, SETTINGS } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Files of secrets are small; what is longer than this can't be one. */
const MAX_SECRET_BYTES = 64 * 1024;

/**
 * Reads every setting from the environment; an empty variable counts as unset. A setting that holds a secret may be in
 * a file instead, which `<variable>_FILE` names: then it is in no list of processes and no description of a container.
 *
 * @throws ConfigError that lists all problems: values that are not allowed, unknown `SITEGREP_` variables, settings
 * that contradict each other
 */
export function loadConfig(env: Environment): Config {
  const problems = unknownVariables(env);
  const values: Record<string, unknown> = {};
  for (const name of SETTING_NAMES) {
    const { kind, variable, default: fallback } = SETTINGS[name];
    const given = kind.secret ? withFile(env, variable, problems) : env[variable];
    const text = given || fallback;
    const parsed = kind.parse(text);
    if (parsed === null) problems.push(notAllowed(name, text));
    else values[name] = parsed.value;
  }
  if (problems.length > 0) throw new ConfigError(problems);
  if (!isConfig(values)) throw new TypeError('a setting has no value');
  const conflicts = contradictions(values);
  if (conflicts.length > 0) throw new ConfigError(conflicts);
  return values;
}

/**
 * @returns the value of the variable, or the content of the file that replaces it, without one line break at its end
 */
function withFile(env: Environment, variable: string, problems: string[]): string | undefined {
  const path = env[fileVariable(variable)];
  if (!path) return env[variable];
  if (env[variable]) {
    problems.push(`${variable} and ${fileVariable(variable)} are both set: leave one out.`);
    return undefined;
  }
  try {
    const bytes = readFileSync(path);
    if (bytes.length <= MAX_SECRET_BYTES) return bytes.toString('utf8').replace(/\r?\n$/, '');
    problems.push(
      `${fileVariable(variable)} is ${quoted(path)}, which is too long to be a secret: name a file that holds the secret alone.`,
    );
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    problems.push(
      `${fileVariable(variable)} is ${quoted(path)}, which can't be read (${why}): check the path and its permissions.`,
    );
  }
  return undefined;
}

function fileVariable(variable: string): string {
  return `${variable}_FILE`;
}

function isConfig(values: Readonly<Record<string, unknown>>): values is Config {
  return SETTING_NAMES.every((name) => Object.hasOwn(values, name));
}

function notAllowed(name: SettingName, text: string): string {
  const { variable, kind } = SETTINGS[name];
  return `${variable} is ${kind.secret ? HIDDEN : quoted(text)} but must be ${kind.allowed}.`;
}

/** One line, whatever is in it. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}

function unknownVariables(env: Environment): string[] {
  const known = SETTING_NAMES.flatMap((name): string[] => {
    const { variable, kind } = SETTINGS[name];
    return kind.secret ? [variable, fileVariable(variable)] : [variable];
  });
  return Object.keys(env)
    .filter((variable) => variable.startsWith('SITEGREP_') && !known.includes(variable))
    .sort()
    .map((variable) => {
      const withoutFile = variable.replace(/_FILE$/, '');
      const nearest = known.includes(withoutFile) ? withoutFile : closest(variable, known);
      // Further away, a suggestion is more likely to mislead than to help.
      const hint =
        distance(variable, nearest) <= 8
          ? `; did you mean ${nearest}?`
          : ': "sitegrep config" lists all of them.';
      return `${quoted(variable).slice(1, -1)} is not a setting${hint}`;
    });
}

/** The environment can't be used; the message lists everything that is wrong with it, one problem a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `${problems.length === 1 ? 'A setting is' : 'Some settings are'} wrong:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
    this.problems = problems;
  }
}
