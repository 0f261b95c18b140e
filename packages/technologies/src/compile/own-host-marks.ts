import type { Fingerprints } from '../fingerprints.ts';
import type { OwnHostMarks } from '../searches.ts';

/** A host in a pattern or selector: what ends with a common top-level domain. */
const HOST = /[\w)*]\.(?:ai|app|cloud|co|com|dev|io|me|net|org|pub)(?=[/'"):?\]]|$)/i;

/**
 * Reads which patterns and selectors count only for addresses of the page's own site.
 *
 * @throws Error if a rule names a category or technology that the set does not have
 */
export function ownHostMarks({ ownHost, categories, technologies }: Fingerprints): OwnHostMarks {
  if (ownHost === undefined) return () => false;
  const named = new Set(ownHost.technologies);
  for (const name of named)
    if (!Object.hasOwn(technologies, name))
      throw new Error(`own-host.json: the set has no technology ${name}`);
  const ids = new Set(
    ownHost.categories.map((name) => {
      const id = Object.keys(categories).find((each) => categories[each]?.name === name);
      if (id === undefined) throw new Error(`own-host.json: the set has no category ${name}`);
      return Number(id);
    }),
  );
  return ({ name, categories: of }, written) => {
    const text = written.replace(/\\(.)/g, '$1').toLowerCase();
    if (ownHost.paths.some((path) => text.includes(path))) return true;
    return (named.has(name) || of.some((id) => ids.has(id))) && !HOST.test(text);
  };
}
