// The language that JSON-LD states for the page: `inLanguage` of the page, of its article or of its site.
import { isJsonLdObject, type JsonLdObject, parseJsonLd } from '@sitegrep/html';

/** Maximum nodes per script. */
const MAX_NODES = 200;

/** Types of nodes whose language is that of the page; the first are the closest. */
const TYPES = [
  /^(?:WebPage|CollectionPage|ItemPage|AboutPage|ContactPage|FAQPage|QAPage|ProfilePage|SearchResultsPage|CheckoutPage|MedicalWebPage|RealEstateListing)$/,
  /^(?:\w*Article|\w*BlogPosting|Report|Recipe|Product)$/,
  /^(?:WebSite|Blog)$/,
];
/** Properties that lead to nodes of the same page or site. */
const INNER = ['@graph', 'mainEntity', 'mainEntityOfPage', 'isPartOf'];

/**
 * Language tags under `inLanguage`: of the page, then of its article, then of its site. Nodes of images, comments and
 * listed items don't count, since they may be in another language.
 *
 * @param scripts JSON-LD; what is not JSON is passed over
 */
export function jsonLdLanguages(scripts: Iterable<string>): readonly string[] {
  const found: string[][] = TYPES.map(() => []);
  for (const script of scripts) {
    if (!script.includes('"inLanguage"')) continue;
    for (const node of nodesOf(parseJsonLd(script))) {
      const type = TYPES.findIndex((pattern) => typesOf(node).some((name) => pattern.test(name)));
      found[type]?.push(...tagsOf(node['inLanguage']));
    }
  }
  return found.flat();
}

function nodesOf(root: unknown): readonly JsonLdObject[] {
  const nodes: JsonLdObject[] = [];
  const pending: unknown[] = [root];
  for (let at = 0; at < pending.length && nodes.length < MAX_NODES; at++) {
    const value = pending[at];
    if (Array.isArray(value)) pending.push(...(value as readonly unknown[]).slice(0, MAX_NODES));
    else if (isJsonLdObject(value)) {
      nodes.push(value);
      pending.push(...INNER.flatMap((key) => value[key] ?? []));
    }
  }
  return nodes;
}

function typesOf(node: JsonLdObject): readonly string[] {
  return listOf(node['@type']).filter((name) => typeof name === 'string');
}

/** Tags of a value: a text, a `Language` by its code, or those of a list. */
function tagsOf(value: unknown): readonly string[] {
  return listOf(value).flatMap((entry) => {
    const tags = isJsonLdObject(entry) ? [entry['alternateName'], entry['name']] : [entry];
    return tags.filter((tag) => typeof tag === 'string');
  });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_NODES) : [value];
}
