// What searches in repositories ask of files, and pages do not have.
import { ALL } from '../formula.ts';
import { type Leaf, unknown } from '../meaning.ts';

const REPOSITORY = 'pages are not files of a repository';

const REASONS: Readonly<Record<string, string>> = {
  sym: 'definitions in code are not read',
  symbol: 'definitions in code are not read',
  file: 'pages do not have the paths of files; url: here is the address of a page',
  f: 'pages do not have the paths of files; url: here is the address of a page',
  path: 'pages do not have the paths of files; url: here is the address of a page',
};

/** Why a condition on files can't be asked. */
export function ofFiles(name: string): string {
  return REASONS[name] ?? REPOSITORY;
}

export function languageOf(value: string): Leaf {
  return /^(?:html|htm|xhtml)$/i.test(value) ? ALL : unknown('all sources here are of pages, in HTML');
}
