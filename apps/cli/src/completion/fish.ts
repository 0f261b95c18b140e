import type { CommandWords, OptionWords } from './tree.ts';

/** A script that fish reads: it completes by itself, without starting the program. */
export function fishCompletion(commands: readonly CommandWords[]): string {
  const paths = commands.slice(1).map(({ path }) => quoted(path));
  const lines = commands.flatMap(({ path, next, options }) => {
    const here = `complete -c sitegrep -n ${quoted(`__sitegrep_at '${path}'`)}`;
    return [
      ...next.map(({ word, means }) => `${here} -f -a ${quoted(word)} -d ${quoted(means)}`),
      ...options.map((option) => `${here} ${optionArguments(option)}`),
    ];
  });
  return `# Completes sitegrep in fish: sitegrep completion fish > ~/.config/fish/completions/sitegrep.fish
function __sitegrep_at
  set -l at sitegrep
  for word in (commandline -opc)[2..-1]
    if contains -- "$at $word" ${paths.join(' ')}
      set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}

function optionArguments({ flags, means, takesValue, choices }: OptionWords): string {
  const named = flags.map((flag) =>
    flag.startsWith('--') ? `-l ${quoted(flag.slice(2))}` : `-s ${quoted(flag.slice(1))}`,
  );
  const value = choices.length > 0 ? ['-x', '-a', quoted(choices.join(' '))] : takesValue ? ['-r'] : [];
  return [...named, ...value, '-d', quoted(means)].join(' ');
}

/** In single quotes fish takes a backslash for itself before a quote and a backslash only. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;
}
