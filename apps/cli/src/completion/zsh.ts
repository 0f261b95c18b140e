import type { CommandWords, Word } from './tree.ts';

/** A script that zsh reads, from a file or as `_sitegrep` in its `fpath`: it completes without starting the program. */
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
# Completes sitegrep in zsh. In ~/.zshrc, behind compinit: source <(sitegrep completion zsh)
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

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
