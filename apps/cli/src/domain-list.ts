// The domains of a file as a filter of a search.
import { readFile } from 'node:fs/promises';
import { SEARCH_BOUNDS } from '@sitegrep/search/bounds';
import { readDomain } from '@sitegrep/site';
import { CommandFailed } from './failure.ts';
import { formatCount, printable } from './terminal.ts';

const { maxListed } = SEARCH_BOUNDS;

/**
 * Reads a text file that names a domain on each line, and makes the condition that a domain is one of them. Empty lines and
 * those after `#` are skipped.
 *
 * @throws CommandFailed if a line names no domain, or there are none or too many; the error of the file system
 */
export async function domainFilter(path: string): Promise<unknown> {
  const domains = [...domainsIn(path, await readFile(path, 'utf8'))];
  if (domains.length === 0) throw new CommandFailed(`${path}: no line of it names a domain.`);
  if (domains.length > maxListed) {
    const [count, bound] = [formatCount(domains.length), formatCount(maxListed)];
    throw new CommandFailed(
      `${path} names ${count} domains; a search takes at most ${bound}: split the list, and search with each part.`,
    );
  }
  return ['domain', 'in', domains];
}

function domainsIn(path: string, text: string): ReadonlySet<string> {
  const domains = new Set<string>();
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    const name = line.trim();
    if (name === '' || name.startsWith('#')) continue;
    const named = readDomain(name);
    if (named.kind === 'refused') {
      const where = `${path}, line ${index + 1}`;
      throw new CommandFailed(
        `${where}: ${printable(JSON.stringify(name))} ${named.problem}; ${named.remedy}.`,
      );
    }
    domains.add(named.domain);
  }
  return domains;
}
