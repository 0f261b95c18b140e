import type { CommandWords } from './tree.ts';

/** A script that bash reads: it completes by itself, without starting the program. */
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
