/** A word that can be completed, with its meaning in one line. */
export interface Word {
  readonly word: string;
  readonly means: string;
}

/** Words that can follow a command. */
export interface CommandWords {
  /** Path of the command, beginning with the program's name. */
  readonly path: string;
  /** Subcommands, and values of arguments that have a fixed set. */
  readonly next: readonly Word[];
  readonly options: readonly OptionWords[];
}

export interface OptionWords {
  /** Spellings of the option, such as `-n` and `--limit`. */
  readonly flags: readonly string[];
  readonly means: string;
  readonly takesValue: boolean;
  /** Allowed values; empty if any is allowed. */
  readonly choices: readonly string[];
}

/** Makes a script for bash, which completes without starting the program. */
export function bashCompletion(commands: readonly CommandWords[]): string {
  const paths = commands.slice(1).map(({ path }) => quoted(path));
  const values = commands.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ flags, choices }) => {
        const named = flags.map((flag) => quoted(`${path} ${flag}`)).join(' | ');
        return `    ${named}) words=${quoted(choices.join(' '))} ;;`;
      }),
  );
  const next = commands.map(
    ({ path, next: words }) =>
      `        ${quoted(path)}) words=${quoted(words.map(({ word }) => word).join(' '))} ;;`,
  );
  const options = commands.map(
    ({ path, options: all }) =>
      `        ${quoted(path)}) words=${quoted(all.flatMap(({ flags }) => flags).join(' '))} ;;`,
  );
  return `# Completes sitegrep in bash. In ~/.bashrc: eval "$(sitegrep completion bash)"
_sitegrep() {
  local at=sitegrep words='' current=\${COMP_WORDS[COMP_CWORD]} i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
      ${paths.join(' | ')}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at \${COMP_WORDS[COMP_CWORD - 1]}" in
${values.join('\n')}
    *)
      if [[ $current == -* ]]; then
        case "$at" in
${options.join('\n')}
        esac
      else
        case "$at" in
${next.join('\n')}
        esac
      fi
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _sitegrep sitegrep
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Makes a script for zsh, to be sourced or put into `fpath` as `_sitegrep`; it completes without starting the program. */
export function zshCompletion(commands: readonly CommandWords[]): string {
  const paths = commands.slice(1).map(({ path }) => quoted(path));
  const values = commands.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ flags, choices }) => {
        const named = flags.map((flag) => quoted(`${path} ${flag}`)).join('|');
        const action = choices.length === 0 ? '_files' : `compadd -- ${choices.map(quoted).join(' ')}`;
        return `    (${named}) ${action}; return ;;`;
      }),
  );
  const found = (words: (command: CommandWords) => readonly Word[]): string =>
    commands
      .map(
        (command) => `      (${quoted(command.path)}) found=(${words(command).map(described).join(' ')}) ;;`,
      )
      .join('\n');
  return `#compdef sitegrep
# Completes sitegrep in zsh. In ~/.zshrc, after compinit: source <(sitegrep completion zsh)
_sitegrep() {
  local at=sitegrep word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      (${paths.join('|')}) at="$at $word" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    case "$at" in
${found(({ options }) => options.flatMap(({ flags, means }) => flags.map((word) => ({ word, means }))))}
    esac
  else
    case "$at" in
${found(({ next }) => next)}
    esac
  fi
  if (( $#found )); then _describe sitegrep found; else _files; fi
}
if [[ "\${funcstack[1]}" == _sitegrep ]]; then _sitegrep "$@"; else compdef _sitegrep sitegrep; fi
`;
}

function described({ word, means }: Word): string {
  return quoted(`${word.replaceAll(':', String.raw`\:`)}:${means}`);
}

/** Makes a script for fish, which completes without starting the program. */
export function fishCompletion(commands: readonly CommandWords[]): string {
  const paths = commands.slice(1).map(({ path }) => fishQuoted(path));
  const lines = commands.flatMap(({ path, next, options }) => {
    const here = `complete -c sitegrep -n ${fishQuoted(`__sitegrep_at '${path}'`)}`;
    return [
      ...next.map(({ word, means }) => `${here} -f -a ${fishQuoted(word)} -d ${fishQuoted(means)}`),
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
    flag.startsWith('--') ? `-l ${fishQuoted(flag.slice(2))}` : `-s ${fishQuoted(flag.slice(1))}`,
  );
  const value = choices.length > 0 ? ['-x', '-a', fishQuoted(choices.join(' '))] : takesValue ? ['-r'] : [];
  return [...named, ...value, '-d', fishQuoted(means)].join(' ');
}

/** Quotes a word for fish, where a backslash in single quotes escapes only a quote or a backslash. */
function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;
}
