/** Which package may import which. One-way, no cycles, vendors behind their doors. */
const inPackage = (name) => `^(apps|packages)/${name}/`;
/** Tests, and what they are made with: fixtures, labelled sets, conformance suites. */
const tests = '\\.test\\.ts$|^(apps|packages)/[^/]+/test/';

/** Packages that each package may import, besides itself. A package that is absent here may import no other. */
const allowed = {
  config: ['site', 'providers'],
  contract: ['site', 'search', 'translation'],
  openapi: ['site', 'contract'],
  client: [],
  mcp: ['client', 'contract', 'search', 'site'],
  search: ['site', 'fold', 'patterns', 'selectors'],
  patterns: ['fold'],
  selectors: [],
  translation: ['search', 'site'],
  fold: [],
  site: [],
  jobs: [],
  http: [],
  warc: ['http', 'site'],
  commoncrawl: ['site', 'warc'],
  crawl: ['http', 'icons', 'site'],
  sections: [],
  html: ['site', 'fold'],
  facts: ['html', 'http', 'site', 'sections'],
  technologies: ['site', 'sections', 'search', 'patterns', 'texts', 'deciding'],
  remote: ['crawl'],
  icons: [],
  analysis: ['site', 'facts', 'fulltext', 'icons', 'technologies'],
  segments: [],
  versions: [],
  texts: ['site', 'html', 'search', 'patterns', 'selectors', 'fold'],
  deciding: ['fold', 'patterns', 'search', 'site', 'texts'],
  fulltext: ['site', 'html'],
  storage: [
    'site',
    'html',
    'fulltext',
    'search',
    'patterns',
    'fold',
    'segments',
    'texts',
    'deciding',
    'versions',
  ],
  tables: ['contract', 'search', 'site'],
  telling: ['crawl', 'search', 'storage'],
  intake: ['site', 'analysis', 'storage', 'jobs'],
  metrics: ['site', 'providers'],
  providers: [],
};

/** A vendor's package and the only place that knows it. */
const vendors = {
  '^node:sqlite$|^sqlite$': '^packages/(storage|jobs)/src/sqlite/',
  '(^|node_modules/)@elastic/': '^packages/storage/src/elasticsearch/',
  '(^|node_modules/)(bullmq|ioredis)': '^packages/jobs/src/redis/',
  '(^|node_modules/)@opentelemetry/(?!api)': '^apps/cli/src/traces-sdk',
  '(^|node_modules/)(@crawlee/|playwright-core|proxy-chain)': '^apps/renderer/|\\.test\\.ts$|^test/bench/',
  '(^|node_modules/)wappalyzer-core': '^packages/technologies/|^test/(bench|exactness)/',
  '(^|node_modules/)fastify': '^apps/api/|^test/(bench|exactness)/',
  '(^|node_modules/)content-disposition': '^apps/api/',
  '(^|node_modules/)(hyparquet-writer|yazl)': '^packages/tables/|^packages/commoncrawl/test/',
  '(^|node_modules/)hyparquet/': '^packages/commoncrawl/src/table/|\\.test\\.ts$',
  '(^|node_modules/)jpeg-js': '^packages/icons/',
  '(^|node_modules/)diff/': '^packages/versions/',
  '(^|node_modules/)undici': '^packages/(crawl|providers)/',
  '(^|node_modules/)aws4fetch': '^packages/remote/',
  '(^|node_modules/)nodemailer': '^packages/telling/',
  '(^|node_modules/)@modelcontextprotocol/': '^packages/mcp/',
  '(^|node_modules/)(marked|minisearch|github-slugger)(/|$)': '^apps/docs/',
  '(^|node_modules/)prom-client': '^packages/metrics/',
  '(^|node_modules/)(@codemirror|@tanstack|react|react-dom|vite)(/|$)': '^apps/console/',
};

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'packages-know-no-apps',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(apps|test|infra)/' },
    },
    {
      name: 'no-test-code-in-sources',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: tests },
      to: { path: '^(test/(?!sample-web/)|infra/|(apps|packages)/[^/]+/test/)' },
    },
    {
      name: 'config-and-metrics-know-the-catalog-of-providers-only',
      severity: 'error',
      from: { path: '^packages/(config|metrics)/', pathNot: tests },
      to: {
        path: inPackage('providers'),
        pathNot: '^packages/providers/src/(catalog|operations|failure)\\.ts$',
      },
    },
    {
      name: 'the-catalog-of-providers-is-plain-data',
      severity: 'error',
      from: { path: '^packages/providers/src/(catalog|operations|failure)\\.ts$' },
      to: { pathNot: '^packages/providers/src/(catalog|operations|failure)\\.ts$' },
    },
    {
      name: 'client-runs-in-browsers',
      severity: 'error',
      from: { path: inPackage('client'), pathNot: [tests, '\\.fixture\\.ts$'] },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev'] },
    },
    {
      name: 'console-knows-the-client-and-the-language-only',
      // Tables that have no imports but each other, so that browsers load nothing else of their packages.
      severity: 'error',
      from: { path: '^apps/console/src/' },
      to: {
        path: '^(apps|packages)/',
        pathNot:
          '^apps/console/src/|^packages/(client|patterns)/|^packages/search/src/(bounds|list-names|language/(field-names|notes|quoted|slashes|syntax)|expression/scopes)\\.ts$|^packages/site/src/outcome(-help)?\\.ts$',
      },
    },
    {
      name: 'others-know-the-pages-of-the-console-only',
      severity: 'error',
      from: { path: '^(apps|packages|test|scripts)/', pathNot: '^apps/console/' },
      to: { path: '^apps/console/src/', pathNot: '^apps/console/src/pages\\.ts$' },
    },
    {
      name: 'the-pages-of-the-console-are-plain-data',
      severity: 'error',
      from: { path: '^apps/console/src/pages\\.ts$' },
      // It takes its types alone.
      to: { pathNot: '^packages/client/' },
    },
    {
      name: 'details-of-owners-are-loaded-through-their-port',
      severity: 'error',
      from: { path: '^(apps|packages|test)/', pathNot: '^packages/facts/src/owner-details(\\.ts$|/)' },
      to: { path: '^packages/facts/src/owner-details/' },
    },
    ...Object.entries(allowed).map(([name, packages]) => ({
      name: `${name}-imports-only-${packages.join('-') || 'itself'}`,
      severity: 'error',
      from: { path: inPackage(name), pathNot: tests },
      to: { path: '^(apps|packages)/', pathNot: [name, ...packages].map(inPackage) },
    })),
    ...Object.entries(vendors).map(([vendor, home]) => ({
      name: `${home}-alone-knows-${vendor}`,
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: [home, tests] },
      to: { path: vendor },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^test/sample-web/sites|^apps/console/dist' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['node', 'import'] },
  },
};
