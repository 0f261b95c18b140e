// Prompts: what people ask of an index, as a person picks it in a client. Each names the tools and the query that answer it.
import { SEARCH_BOUNDS } from '@sitegrep/search/bounds';
import type { Scope } from './port.ts';

interface Argument {
  readonly name: string;
  readonly description: string;
}

/** A question with gaps. */
interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly Argument[];
  /** Scope of the tools that it names: only keys with it have the prompt. */
  readonly scope: Scope;
  /** The question. @param given the arguments, none of them empty */
  readonly ask: (given: ReadonlyMap<string, string>) => string;
}

/** A text in the form of a query: as it stands, whatever characters it has. */
function literal(text: string | undefined): string {
  return `"${(text ?? '').replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

const PROMPTS: readonly Prompt[] = [
  {
    name: 'who_uses',
    title: 'Who uses a service',
    description: 'Websites that load scripts from a host, with how they divide by country and rank.',
    arguments: [{ name: 'host', description: 'Host of the service, such as consent.cookiebot.com.' }],
    scope: 'search',
    ask: (given) =>
      `Which websites load scripts from this host? Call count and facets (country, rank, tech) with the query ` +
      `script:${literal(given.get('host'))}, then search for the ten with the highest rank (order_by ["rank,desc"]). ` +
      'Report the total, the division, and the ten with what matched, each cited by its URL.',
  },
  {
    name: 'plugin_versions',
    title: 'Versions of a WordPress plugin',
    description: 'Which versions of a plugin are in use, and which sites have the oldest ones.',
    arguments: [{ name: 'slug', description: 'Slug of the plugin, such as woocommerce.' }],
    scope: 'search',
    ask: (given) => {
      const slug = (given.get('slug') ?? '').replaceAll(/[^\w-]/g, '');
      return (
        `Which versions of the WordPress plugin ${slug} are in use? Call facets with the query plugin:${slug} ` +
        `and the facet {"field": "plugin_version", "of": "${slug}"}. Report the versions with their numbers of domains, how many domains ` +
        `show none, and search for domains that have the oldest one: plugin:${slug}@VERSION.`
      );
    },
  },
  {
    name: 'same_owner',
    title: 'Sites with the same ID',
    description: 'Websites that share an ID of analytics, of advertising or of a tag manager.',
    arguments: [{ name: 'id', description: 'The ID, such as UA-12345-1, G-ABC123DEF4 or ca-pub-….' }],
    scope: 'search',
    ask: (given) =>
      `Which websites have the same ID in their source? Search for case:yes ${literal(given.get('id'))}, and look at each with domain. ` +
      'Report what else they have in common (names, emails, addresses, technologies) and what speaks against one owner.',
  },
  {
    name: 'look_at',
    title: 'Look at a website',
    description: 'What a website is made of, and what it says of itself.',
    arguments: [{ name: 'domain', description: 'Domain of the website.' }],
    scope: 'search',
    ask: (given) =>
      `What is known of the website ${literal(given.get('domain'))}? Call domain, domain_technologies and domain_pages. Report what it is, ` +
      'who runs it by its own words, its technologies with versions and what each was recognised by, and which pages are stored.',
  },
  {
    name: 'check_list',
    title: 'Check a list of domains',
    description: 'Which domains of a list use a technology.',
    arguments: [
      {
        name: 'domains',
        description: `Up to ${SEARCH_BOUNDS.maxListed} domains, separated by blanks or commas.`,
      },
      { name: 'technology', description: 'Name of the technology, such as Shopify.' },
    ],
    scope: 'search',
    ask: (given) => {
      const domains = (given.get('domains') ?? '').split(/[\s,;]+/).filter((domain) => domain !== '');
      return (
        `Which of these domains use the technology ${literal(given.get('technology'))}? Call technologies to find its name; then call search with ` +
        'the query tech:"NAME" and the list of domains, and lookup with the list and the field domain. Report those that do, those that do not, and ' +
        `those that are not stored. The list is ${JSON.stringify(domains.slice(0, SEARCH_BOUNDS.maxListed))}`
      );
    },
  },
];

/** The prompts that a key has, as clients list them. */
export function promptsFor(scopes: ReadonlySet<Scope>) {
  return PROMPTS.filter(({ scope }) => scopes.has(scope)).map(
    ({ name, title, description, arguments: gaps }) => ({
      name,
      title,
      description,
      arguments: gaps.map((gap) => ({ ...gap, required: true })),
    }),
  );
}

/** The question of a prompt; or a sentence about what is wrong with the name or the arguments. */
export function questionOf(
  name: string,
  given: Readonly<Record<string, string>>,
  scopes: ReadonlySet<Scope>,
): { readonly description: string; readonly text: string } | { readonly problem: string } {
  const had = PROMPTS.filter(({ scope }) => scopes.has(scope));
  const prompt = had.find((one) => one.name === name);
  if (prompt === undefined) {
    const names = had.map((one) => one.name).join(', ');
    return { problem: `There is no prompt ${JSON.stringify(name.slice(0, 100))}; the prompts are ${names}.` };
  }
  const filled = new Map(Object.entries(given).map(([argument, value]) => [argument, value.trim()]));
  const missing = prompt.arguments.find((argument) => (filled.get(argument.name) ?? '') === '');
  if (missing !== undefined)
    return { problem: `The prompt ${name} needs the argument ${missing.name}: ${missing.description}` };
  return { description: prompt.description, text: prompt.ask(filled) };
}
