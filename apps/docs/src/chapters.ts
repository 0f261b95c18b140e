/** A chapter of the documentation that is written in Markdown. */
interface Chapter {
  readonly title: string;
  /** Paths of its pages from the root of the repository, in the order in which they are read. */
  readonly files: readonly string[];
}

const inDocs = (...names: readonly string[]): readonly string[] => names.map((name) => `docs/${name}.md`);

/** Pages for users, before the reference of the API. */
export const CHAPTERS: readonly Chapter[] = [
  { title: 'Begin', files: inDocs('usage', 'which-search', 'console', 'comparison') },
  {
    title: 'Tutorials',
    files: inDocs('tutorials/analyst', 'tutorials/researcher', 'tutorials/operator'),
  },
  {
    title: 'Search',
    files: inDocs('search', 'recipes', 'html-source-code-search', 'lists', 'history', 'alerts', 'tools'),
  },
  { title: 'Given domains', files: inDocs('lookups', 'facts', 'technologies', 'ranks') },
  {
    title: 'Crawl and import',
    files: inDocs(
      'crawling',
      'politeness',
      'revisits',
      'watching',
      'rendering',
      'importing',
      'commoncrawl',
      'takedown',
    ),
  },
  {
    title: 'Programs',
    files: [
      ...inDocs('curl', 'python'),
      'packages/client/README.md',
      ...inDocs('generated-clients', 'dataforseo', 'mcp', 'providers'),
    ],
  },
  {
    title: 'Operate',
    files: inDocs(
      'production',
      'keys',
      'security',
      'limits',
      'backup',
      'troubleshooting',
      'commands',
      'configuration',
    ),
  },
];

/** Name of the page that a file becomes: `docs/tutorials/analyst.md` is at /docs/tutorials-analyst. */
export function pageNameOf(file: string): string {
  const own = /^packages\/(\w+)\/README\.md$/.exec(file)?.[1];
  return (
    own ??
    file
      .replace(/^docs\//, '')
      .replace(/\.md$/, '')
      .replaceAll('/', '-')
  );
}
