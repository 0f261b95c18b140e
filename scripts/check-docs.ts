// Checks the documentation that is written by hand: it uses the words of the glossary, and every file of the project that
// it names, in a link or between backticks, exists, and no package is installed under a name that is not ours. Prints each fault with its line and exits with 1 if there is one.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPLACED, replacedWordsIn } from './lint/words.ts';

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
  return markdown.split('\n').flatMap((line, index) => {
    const words = replacedWordsIn(line).map((word) => `"${word}": say ${REPLACED.get(word)}`);
    const links = Array.from(line.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g), ([, link = '']) =>
      join(dirname(path), link),
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
    return [...words, ...missing, ...foreign].map((fault) => `${path}:${index + 1}: ${fault}`);
  });
}

if (import.meta.main) {
  const pages = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n');
  for (const page of pages) {
    for (const fault of faultsOf(page, readFileSync(page, 'utf8'), existsSync)) {
      console.error(fault);
      process.exitCode = 1;
    }
  }
}
