// Checks the documentation and the messages of the sources: they use the words of the glossary, every file of the project that
// they name, in a link or between backticks, exists, and no package is installed under a name that is not ours. Prints each
// fault with its line or message, and exits with 1 if there is one.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hardFormsIn, REPLACED, replacedWordsIn } from './lint/words.ts';
import { readMessages } from './messages.ts';

/** Folders whose files are named in the documentation by their path from the root. */
const NAMED_FROM_ROOT = /^(?:apps|docs|infra|packages|scripts|test)\/[\w./-]*\w$/;

/** Commands that install one of our packages by its name, and links to it: none is published, so the name is free for anyone. */
const FROM_REGISTRY =
  /\bnpm (?:i|install|add|exec)(?: -\S+)* @?sitegrep(?:\/[\w-]+)?(?![\w/.-])|\bnpmjs\.com\/package\/@?sitegrep/g;

/** Faults of a page, each with its line. @param path of the page, from the root */
export function faultsOf(
  path: string,
  markdown: string,
  exists: (path: string) => boolean,
): readonly string[] {
  return markdown
    .split('\n')
    .flatMap((line, index) =>
      faultsIn(line, dirname(path), exists).map((fault) => `${path}:${index + 1}: ${fault}`),
    );
}

/** Faults of a line of a page, or of a message. @param folder that links start from */
function faultsIn(line: string, folder: string, exists: (path: string) => boolean): readonly string[] {
  const words = replacedWordsIn(line).map((word) => `"${word}": say ${REPLACED.get(word)}`);
  const links = Array.from(line.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g), ([, link = '']) =>
    join(folder, link),
  );
  const named = Array.from(line.matchAll(/`([^`\s]+)`/g), ([, name = '']) => name).filter((name) =>
    NAMED_FROM_ROOT.test(name),
  );
  const missing = [...links, ...named]
    .filter((file) => !exists(file))
    .map((file) => `${file} does not exist`);
  const foreign = Array.from(
    line.matchAll(FROM_REGISTRY),
    ([found]) => `"${found}": install the packed file`,
  );
  return [...words, ...hardFormsIn(line), ...missing, ...foreign];
}

if (import.meta.main) {
  const pages = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n');
  const faults = [
    ...pages.flatMap((page) => faultsOf(page, readFileSync(page, 'utf8'), existsSync)),
    ...readMessages('.')
      .flatMap(({ sources }) => sources)
      .flatMap(({ path, texts }) =>
        texts.flatMap(({ text }) =>
          faultsIn(text, '.', existsSync).map((fault) => `${path}: ${text}: ${fault}`),
        ),
      ),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
