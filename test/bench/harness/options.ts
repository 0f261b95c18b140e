// Options of a benchmark: a table of their readers gives typed values, or ends the process with what is wrong.
import { parseArgs } from 'node:util';

interface Option<Value> {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  /** @param given undefined if the option is absent */
  readonly read: (given: string | undefined, all: readonly string[], name: string) => Value;
}

/** An integer from `least` on. @param absent value without the option */
export function integer<Absent extends number | null>(absent: Absent, least = 1): Option<number | Absent> {
  return {
    type: 'string',
    read: (given, _, name) => {
      if (given === undefined) return absent;
      const number = Number(given);
      if (!Number.isInteger(number) || number < least || given === '')
        refuse(`--${name} takes integers from ${least}, not ${JSON.stringify(given)}`);
      return number;
    },
  };
}

export function text<Absent extends string | null>(absent: Absent): Option<string | Absent> {
  return { type: 'string', read: (given) => given ?? absent };
}

/** Names, between commas, of a list. */
export function someOf<Name extends string>(names: readonly Name[]): Option<readonly Name[]> {
  return {
    type: 'string',
    read: (given, _, option) =>
      given
        ?.split(',')
        .map(
          (name) =>
            names.find((each) => each === name) ??
            refuse(`--${option} takes ${names.join(', ')}, not ${name}`),
        ) ?? names,
  };
}

/** A setting of sitegrep, `SITEGREP_NAME=VALUE`, as often as one likes. */
export const settings: Option<Readonly<Record<string, string>>> = {
  type: 'string',
  multiple: true,
  read: (_, all, name) =>
    Object.fromEntries(
      all.map((given) => {
        const [, variable, value] = /^(SITEGREP_[A-Z_]+)=(.*)$/.exec(given) ?? [];
        if (variable === undefined || value === undefined)
          refuse(`--${name} takes SITEGREP_NAME=VALUE, not ${given}`);
        return [variable, value];
      }),
    ),
};

export const flag: Option<boolean> = { type: 'boolean', read: (given) => given !== undefined };

type Values<Options> = {
  readonly [Name in keyof Options]: Options[Name] extends Option<infer Value> ? Value : never;
};

/** Options of every benchmark: the file for the record of the run. */
const COMMON = { out: text(null) };

/** @param files whether captures have to be named */
export function readOptions<Options extends Readonly<Record<string, Option<unknown>>>>(
  options: Options,
  files: 'files' | 'no files' | 'files or none' = 'files',
): Values<Options & typeof COMMON> & { readonly files: readonly string[] } {
  const all: Readonly<Record<string, Option<unknown>>> = { ...COMMON, ...options };
  const { values, positionals } = parseArgs({
    allowPositionals: files !== 'no files',
    options: Object.fromEntries(
      Object.entries(all).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
    ),
  });
  if (files === 'files' && positionals.length === 0) refuse('name at least one WARC file');
  const read = Object.entries(all).map(([name, option]) => {
    const given = [values[name] ?? []].flat().map(String);
    return [name, option.read(given[0], given, name)] as const;
  });
  return { ...(Object.fromEntries(read) as Values<Options & typeof COMMON>), files: positionals };
}

export function refuse(problem: string): never {
  console.error(problem);
  process.exit(2);
}
