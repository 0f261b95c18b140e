// The recipes of CONTRIBUTING.md, each tried with something that the project does not have.
import type { Recipe, Step } from './recipe.ts';

export const RECIPES: readonly Recipe[] = [
  {
    heading: 'Add a field',
    steps: fieldSteps('author', []),
    tests: ['packages/site/src/domain-fields.test.ts'],
  },
  {
    heading: 'Add a sortable or filterable field',
    steps: fieldSteps('currency', ['isOrdered: true']),
    tests: ['packages/search/src/parse-filter.test.ts'],
  },
  {
    heading: 'Add a filter operator',
    tests: ['packages/search/src/parse-filter.test.ts'],
    steps: [
      {
        path: 'packages/search/src/filter.ts',
        change: [
          ['export type ValueCondition = AnyOf<OrderField> | Range | Like', ' | Ends'],
          [
            'export type ConditionValue = string | number;\n',
            `
/** The folded value ends in the text. */
interface Ends {
  readonly kind: 'ends';
  readonly field: TextField;
  /** Folded. */
  readonly text: string;
}
`,
          ],
          [
            '  not_like: like(true),\n',
            `  ends_in: {
    fields: 'text',
    takes: 'value',
    note: 'the value ends in the text, case is ignored',
    condition: (field, value) => ({ kind: 'ends', field, text: foldCase(value) }),
  },
`,
          ],
          [
            '      return (value) => value !== null && isLike(foldCase(String(value)), condition.pattern);\n',
            `    case 'ends':
      return (value) => value !== null && foldCase(String(value)).endsWith(condition.text);
`,
          ],
        ],
        namedBy: /'"ends_in"' is not comparable to type/,
      },
      {
        path: 'packages/search/src/expression/tree.ts',
        change: [
          [
            "      return [field, condition.negated ? 'not_like' : 'like', condition.pattern];\n",
            "    case 'ends':\n      return [field, 'ends_in', condition.text];\n",
          ],
        ],
        namedBy: /expression\/tree\.ts.*Function lacks ending return statement/,
      },
      {
        path: 'packages/storage/src/elasticsearch/domains/query.ts',
        change: [
          [
            '      return unless(condition.negated, { wildcard: { [`folded.${condition.field}`]: { value } } });\n    }\n',
            `    case 'ends': {
      const value = \`*\${condition.text.replaceAll(/[\\\\*?]/g, String.raw\`\\$&\`)}\`;
      return { wildcard: { [\`folded.\${condition.field}\`]: { value } } };
    }
`,
          ],
        ],
        namedBy: /elasticsearch\/domains\/query\.ts.*Not all code paths return a value/,
      },
      {
        path: 'packages/storage/test/conformance/filter-oracle.ts',
        change: [
          [
            "      return !fits(likeness(String(given), '%'));\n",
            "    case 'ends_in':\n      return fits(likeness(`\\uf8ff${String(given)}`, '\\uf8ff'));\n",
          ],
        ],
        namedBy: /filter-oracle\.ts.*Function lacks ending return statement/,
      },
      {
        path: 'packages/storage/test/conformance/query-oracle.ts',
        change: [
          [
            '      return isLike !== condition.negated;\n    }\n',
            `    case 'ends':
      return new RegExp(\`\${Array.from(condition.text, escaped).join('')}$\`, 'iu').test(String(values[0] ?? ''));
`,
          ],
        ],
        namedBy: /query-oracle\.ts.*Function lacks ending return statement/,
      },
    ],
  },
  {
    heading: 'Add a provider',
    tests: ['packages/providers/test/web-autocomplete.test.ts'],
    steps: [
      {
        path: 'packages/providers/src/catalog.ts',
        change: [
          [
            'export const PROVIDERS = {\n',
            `  acme: {
    operations: ['web-autocomplete'],
    summary: 'Suggestions of Acme. Free.',
    source: '',
    settings: {
      url: {
        variable: 'SITEGREP_ACME_URL',
        kind: 'url',
        default: 'https://acme.example/suggest',
        doc: 'Address that suggestions of Acme come from.',
      },
    },
  },
`,
          ],
        ],
        namedBy: /'"acme"' (?:is not assignable|does not satisfy)/,
      },
      {
        path: 'packages/providers/src/adapters/acme/index.ts',
        change: `// Suggestions of Acme.
import { listSuggestions } from '../../answers/suggestions.ts';
import { rootField } from '../../field.ts';
import { requireSuccess } from '../../http/status.ts';
import type { OfferOf, OptionsOf } from '../../ports.ts';

export function openAcme({ http, url }: OptionsOf<'acme', 'http'>): OfferOf<'acme'> {
  return {
    'web-autocomplete': {
      name: 'acme',
      unsupported: () => null,
      async call({ keyword }, signal) {
        const { body } = requireSuccess(await http.json({ url, query: { q: keyword }, signal }));
        const texts = rootField(body).present().list();
        const suggestions = listSuggestions(texts.map((text) => ({ text: text.text() })));
        return { engine: 'acme', engineDomain: null, checkUrl: null, suggestions };
      },
    },
  };
}
`,
        namedBy: /openers\.ts.*Cannot find module '\.\/adapters\/acme\/index\.ts'/,
      },
      {
        path: 'packages/providers/src/openers.ts',
        change: [
          [
            "import { openBrave } from './adapters/brave/index.ts';\n",
            "import { openAcme } from './adapters/acme/index.ts';\n",
          ],
          ['  brave: openBrave,\n', '  acme: openAcme,\n'],
        ],
        namedBy: /openers\.ts.*Property 'acme' is missing/,
      },
      {
        path: 'packages/providers/test/adapters/acme.ts',
        change: `import { openAcme } from '../../src/adapters/acme/index.ts';
import { AUTOCOMPLETE } from '../conformance/requests.ts';
import type { ProviderUnderTest } from '../conformance/subject.ts';

const SOURCE = { engine: 'acme', engineDomain: null, checkUrl: null } as const;

export const acmeUnderTest: ProviderUnderTest<'acme'> = {
  environment: (origin) => ({ SITEGREP_ACME_URL: \`\${origin}/suggest\` }),
  subjects: {
    'web-autocomplete': {
      operation: 'web-autocomplete',
      provider: 'acme',
      open: ({ origin, http }) => openAcme({ http, url: \`\${origin}/suggest\` })['web-autocomplete'],
      good: {
        request: AUTOCOMPLETE,
        reply: { json: ['river otters'] },
        expected: {
          ...SOURCE,
          suggestions: [{ text: 'river otters', searchUrl: null, thumbnailUrl: null, highlighted: [] }],
        },
      },
      empty: { request: AUTOCOMPLETE, reply: { json: [] }, expected: { ...SOURCE, suggestions: [] } },
      failures: [{ what: 'an object', reply: { json: {} }, kind: 'bad_answer', field: 'the answer' }],
      unsupported: [],
    },
  },
};
`,
        namedBy: /test\/providers\.ts.*Cannot find module '\.\/adapters\/acme\.ts'/,
      },
      {
        path: 'packages/providers/test/providers.ts',
        change: [
          [
            "import { braveUnderTest } from './adapters/brave.ts';\n",
            "import { acmeUnderTest } from './adapters/acme.ts';\n",
          ],
          ['  brave: braveUnderTest,\n', '  acme: acmeUnderTest,\n'],
        ],
        namedBy: /test\/providers\.ts.*Property 'acme' is missing/,
      },
    ],
  },
  {
    heading: 'Add a scope',
    tests: ['packages/html/src/scopes/source-scopes.test.ts'],
    steps: [
      {
        path: 'packages/search/src/expression/scopes.ts',
        change: [
          [
            "  title: { of: 'ranges', about: 'content of title elements' },\n",
            "  sheet: { of: 'ranges', about: 'content of style elements' },\n",
          ],
        ],
        namedBy: /'sheet' does not exist in type|'"sheet"' is not (?:assignable|comparable)/,
      },
      {
        path: 'packages/html/src/scopes/source-scopes.ts',
        change: [
          ["export type SourceScope = 'text'", " | 'sheet'"],
          [
            "    if (name === 'script') this.#ranges = this.#wanted.inline;\n",
            "    else if (name === 'style') this.#ranges = this.#wanted.sheet;\n",
          ],
        ],
        namedBy: /page-text\.ts.*"sheet"/s,
        namedIn: 'packages/texts/src/page-text.ts',
      },
      {
        path: 'packages/html/src/scopes/zones.ts',
        change: [['  text: 6,\n', '  sheet: 7,\n']],
        namedBy: missing('scopes/zones', 'sheet'),
      },
      {
        path: 'packages/storage/test/conformance/query-oracle.ts',
        change: [["  title: ['<title>', '</title>'],\n", "  sheet: ['<style>', '</style>'],\n"]],
        namedBy: missing('query-oracle', 'sheet'),
      },
      {
        path: 'packages/storage/test/conformance/expressions.ts',
        change: [["  inline: 'aAbB>-! \"',\n", "  sheet: 'aAbB>-! \"',\n"]],
        namedBy: missing('conformance/expressions', 'sheet'),
      },
      {
        path: 'packages/html/test/standard-scopes.ts',
        change: [
          ['    inline: [],\n', '    sheet: [],\n'],
          [
            'for (const { tagName, namespaceURI, attrs } of open.toReversed()) {\n',
            "      if (tagName === 'style') return 'sheet';\n",
          ],
        ],
        namedBy: missing('standard-scopes', 'sheet'),
      },
    ],
  },
  {
    heading: 'Add a page to the console',
    tests: ['apps/console/src/pages.test.ts'],
    steps: [
      {
        path: 'apps/console/src/pages.ts',
        change: [
          [
            'export const PAGES = {\n',
            "  acme: { path: '/acme', title: 'Acme', scopes: ['admin'], key: 'z', parameters: [] },\n",
          ],
          ['export const PURPOSES: Readonly<Record<PageName, string>> = {\n', "  acme: 'shows nothing',\n"],
        ],
        namedBy: /router\.tsx.*Property 'acme' does not exist/,
      },
      {
        path: 'apps/console/src/acme/AcmePage.tsx',
        change: `import { Page } from '../parts/Page.tsx';

/** A page that shows nothing. */
export function AcmePage() {
  return <Page name="acme">nothing</Page>;
}
`,
        namedBy: /router\.tsx.*Cannot find module '\.\/acme\/AcmePage\.tsx'/,
      },
      {
        path: 'apps/console/src/router.tsx',
        change: [
          [
            'const pages = {\n',
            `  acme: routeOf(
    PAGES.acme,
    pageOnDemand('AcmePage', async () => (await import('./acme/AcmePage.tsx')).AcmePage),
  ),
`,
          ],
        ],
        namedBy: /router\.tsx.*Property 'acme' is missing/,
      },
      {
        path: 'apps/console/src/frame/RailIcon.tsx',
        change: [['const LINES = {\n', "  acme: 'M2 2h12v12h-12Z',\n"]],
        namedBy: /RailIcon\.tsx.*Property 'acme' is missing/,
      },
    ],
  },
];

/** A field that a page states in a meta element. @param more properties of its entry */
function fieldSteps(name: string, more: readonly string[]): readonly Step[] {
  return [
    {
      path: 'packages/site/src/facts.ts',
      change: [
        ['  readonly canonicalUrl: string | null;\n', `  readonly ${name}: string | null;\n`],
        ['export interface SiteFacts extends StatedFacts {\n', `  readonly ${name}: string | null;\n`],
      ],
      namedBy: new RegExp(`'${name}' does not exist (?:in|on) type`),
    },
    {
      path: 'packages/site/test/facts.ts',
      change: [
        ['  canonicalUrl: null,\n', `  ${name}: null,\n`],
        ['  lastVisited: null,\n', `  ${name}: null,\n`],
      ],
      namedBy: missing('packages/site/test/facts', name),
    },
    {
      path: 'packages/storage/test/conformance/domain-facts.ts',
      change: [
        ["  canonicalUrl: 'https://facts.test/',\n", `  ${name}: 'An ${name}',\n`],
        ['  lastVisited: 1_700_000_000_123,\n', `  ${name}: 'An ${name}',\n`],
      ],
      namedBy: missing('conformance/domain-facts', name),
    },
    {
      path: 'packages/facts/src/page-facts.ts',
      change: [
        ['    certificate: page.certificate ?? null,\n', `    ${name}: firstValue(parts, '${name}'),\n`],
      ],
      namedBy: missing('page-facts', name),
    },
    {
      path: 'packages/site/src/summary/site-summary.ts',
      change: [['    metaKeywords,\n', `    ${name}: home.facts.${name},\n`]],
      namedBy: missing('site-summary', name),
    },
    {
      path: 'packages/site/src/domain-fields.ts',
      change: [
        [
          'export const DOMAIN_FIELDS = {\n',
          `  ${name}: {
    kind: 'text',
    from: '${name}',
    shown: 'alone',
    label: '${name}',
    description: 'The ${name} that the home page names.',
    example: 'An ${name}',
${more.map((line) => `    ${line},\n`).join('')}  },
`,
        ],
      ],
      namedBy: /domain-fields\.test\.ts.*is not assignable to type 'Unlisted'/,
      namedIn: 'packages/site/src/domain-fields.test.ts',
    },
  ];
}

/** The compiler's error where an object lacks a property, or several of the same file. */
function missing(file: string, name: string): RegExp {
  return new RegExp(
    `${file}\\.ts.*(?:Property '${name}' is missing|missing the following properties.*\\b${name}\\b)`,
  );
}
