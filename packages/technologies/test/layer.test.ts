import { extractPage } from '@sitegrep/facts';
import { beforeAll, describe, expect, test } from 'vitest';
import { compileWithData } from '../src/compile/compiled.ts';
import { reviewLayer } from '../scripts/layer-review.ts';
import {
  globalPattern,
  type Layer,
  readLayer,
  readLayeredFingerprints,
  staleRemovals,
  withLayer,
} from '../src/compile/layer.ts';
import { checkFingerprints } from '../src/compile/validation.ts';
import { readFingerprints } from '../src/fingerprints.ts';
import { loadFingerprints } from '../src/data.ts';
import { createDetector, type Detector } from '../src/detector.ts';
import { NO_SIGNALS, ownSet } from './own-set.ts';

let detector: Detector;
/** A detector by the set without the layer. */
let alone: Detector;

beforeAll(() => {
  detector = createDetector(loadFingerprints());
  alone = createDetector(compileWithData(readFingerprints()).buffer);
});

function namesOf(script: string): readonly string[] {
  const html = `<script>${script}</script>`;
  return detector.detect({ ...NO_SIGNALS, html, scripts: [script] }).map(({ name }) => name);
}

describe('an inline script shows a technology', () => {
  test.each([
    [
      'Google Analytics',
      `var _gaq = []; (function() { var ga = document.createElement('script');
       ga.src = ('https:' == document.location.protocol ? 'https://ssl' : 'http://www') + '.google-analytics.com/ga.js';
       })();`,
    ],
    [
      'Hotjar',
      `(function(h,o,t,j){j=o.createElement('script');j.src=t+h._hjSettings.hjid})(window,document,'https://static.hotjar.com/c/hotjar-','.js?sv=')`,
    ],
    ['New Relic', 'window.NREUM||(NREUM={}),__nr_require=function(t,e,n){}'],
    ['Taboola', 'window._taboola = window._taboola || [];'],
    ['Next.js', '__NEXT_DATA__ = {"props":{}};__NEXT_LOADED_PAGES__=[]'],
    ['Chartbeat', 'var _sf_async_config={uid:1,domain:"site.example"};'],
  ])('%s', (technology, script) => {
    expect(namesOf(script)).toContain(technology);
  });

  test('with the address as evidence', () => {
    const [found] = detector.explain({
      ...NO_SIGNALS,
      scripts: [`load('//static.hotjar.com/c/hotjar-1.js')`],
    });
    expect(found?.evidence).toEqual([
      {
        field: 'scriptSrc',
        key: '',
        pattern: '\\/\\/static\\.hotjar\\.com\\/',
        match: '//static.hotjar.com/',
        confidence: 100,
        version: null,
      },
    ]);
  });
});

describe('a variable', () => {
  const pattern = new RegExp(globalPattern('_paq'), 'i');
  const dollar = new RegExp(globalPattern('$crisp'), 'i');

  test.each([
    'var _paq = _paq || [];',
    'var _paq=window._paq=window._paq||[]',
    'window._paq = []',
    `window['_paq'] = []`,
    '_paq.push(["trackPageView"]);',
    'if(a)b(),_paq.push([])',
    'a&&_paq.push([])',
    'new _paq("a")',
    '_paq.length = 0',
  ])('is assigned or called in %s', (script) => {
    expect(pattern.test(script)).toBe(true);
  });

  test.each([
    'if (_paq == null) a()',
    'a._paq.b',
    'my_paq = 1',
    '_paqs = 1',
    '"https://one.example/?_paq=1"',
    '"https://one.example/?a=1&_paq=1"',
    '"/js/_paq.js"',
    'a = "_paq"',
  ])('is not in %s', (script) => {
    expect(pattern.test(script)).toBe(false);
  });

  test('may have a dollar sign', () => {
    expect(dollar.test('window.$crisp=[]')).toBe(true);
    expect(dollar.test('window.crisp=[]')).toBe(false);
  });
});

describe('the committed layer', () => {
  test('gets its examples right, which the set alone does not; it removes what the set has', () => {
    expect(reviewLayer(readFingerprints(), readLayer())).toEqual({ wrong: [], needless: [], stale: [] });
  });

  test('has a reason for each entry, and examples unless it only changes what a technology implies', () => {
    const entries = Object.entries(readLayer().fingerprints);
    const bare = entries.filter(([, { add = {}, remove = {}, found = [], notFound = [], versions = {} }]) => {
      const fields = [...Object.keys(add), ...Object.keys(remove)];
      const examples = found.length + notFound.length + Object.keys(versions).length;
      return examples === 0 && fields.some((field) => field !== 'implies');
    });
    expect(entries.filter(([, { reason }]) => !/^.{20,}\.$/.test(reason))).toEqual([]);
    expect(bare).toEqual([]);
    expect(entries.length).toBeGreaterThan(90);
  });

  test('is valid', () => {
    const { technologies, categories } = readLayeredFingerprints();
    const { errors, notices } = checkFingerprints(technologies, categories);
    const known = checkFingerprints(readFingerprints().technologies, categories);
    expect(errors).toEqual([]);
    expect(notices.filter((notice) => !known.notices.includes(notice))).toEqual([]);
  });

  test('does not change a technology that it does not name', () => {
    const layer = readLayer();
    const { globals, fingerprints, addressed = [], otherNames = {} } = layer;
    const named = new Set(
      [globals, fingerprints, otherNames, ...addressed].flatMap((entries) => Object.keys(entries)),
    );
    for (const name of Object.values(otherNames)) named.add(name);
    const set = readFingerprints();
    const { technologies } = withLayer(set, layer);
    const changed = Object.keys(technologies).filter((name) => technologies[name] !== set.technologies[name]);
    expect(changed.length).toBeGreaterThan(200);
    const references = changed.filter((name) => !named.has(name));
    const before = (name: string): string => JSON.stringify(set.technologies[name]);
    const others = Object.keys(otherNames);
    // Others only refer to a technology by the name that is kept.
    expect(references.filter((name) => !others.some((other) => before(name).includes(other)))).toEqual([]);
  });
});

describe('paths of server software', () => {
  const found = (html: string, scriptSrc: readonly string[] = []): readonly string[] =>
    detector.detect({ ...NO_SIGNALS, html, scriptSrc: [...scriptSrc] }).map(({ name }) => name);

  test.each([
    ['WordPress', '/wp-content/plugins/a/a.js'],
    ['WordPress', 'https://static.site.example/wp-includes/js/a.js'],
    ['WordPress', 'https://c0.wp.com/c/6.1/wp-includes/js/a.js'],
    ['WordPress', 'https://d1a2.cloudfront.net/wp-content/themes/a/a.js'],
    ['Drupal', 'https://www.site.example/sites/default/files/js/a.js'],
    ['Magento', '//site.example/skin/frontend/base/default/js/a.js'],
    ['Joomla', 'https://site.example/media/jui/js/a.js'],
  ])('%s is shown by %s', (name, address) => {
    expect(found(`<script src="${address}"></script>`, [address])).toContain(name);
  });

  test.each([
    ['WordPress', 'https://other.example/wp-content/plugins/a/a.js'],
    ['Contact Form 7', 'https://other.example/wp-content/plugins/contact-form-7/includes/js/index.js'],
    ['Drupal', 'https://other.example/sites/default/files/js/a.js'],
    ['Magento', '//other.example/skin/frontend/base/default/js/a.js'],
    ['Joomla', 'https://other.example/media/jui/js/a.js'],
  ])('%s is not shown by %s', (name, address) => {
    expect(found(`<script src="${address}"></script>`, [address])).not.toContain(name);
  });

  test.each([
    '<link rel=stylesheet href="https://cdn.partner.example/wp-content/themes/x/style.css">',
    '<img src="https://blog.partner.example/wp-content/uploads/sites/2/a.jpg">',
    '<img srcset="https://partner.example/wp-content/uploads/sites/2/a.jpg 2x">',
    '<a href="https://partner.example/wp-content/uploads/a.pdf">a</a>',
    '<a href="https://partner.example/sites/default/files/a.pdf">a</a>',
    '<link rel=stylesheet href="https://partner.example/sites/all/themes/a/a.css">',
    '<link rel=stylesheet href="https://partner.example/typo3conf/ext/a.css">',
  ])('an element of another site shows nothing: %s', (html) => {
    expect(found(html).filter((name) => /WordPress|Drupal|TYPO3|PHP|MySQL/.test(name))).toEqual([]);
  });

  test('elements of the own site count among those of others', () => {
    const links = ['https://other.example/wp-content/a.css', 'https://cdn.site.example/wp-content/a.css'];
    expect(found(links.map((href) => `<link rel=stylesheet href="${href}">`).join(''))).toContain(
      'WordPress',
    );
  });

  test('what runs in the page counts wherever it is from', () => {
    const address = 'https://other.example/wp-includes/js/jquery/jquery.js';
    const names = found(`<script src="${address}"></script>`, [address]);
    expect(names).toContain('jQuery');
    expect(names).not.toContain('WordPress');
  });

  test('a page names its own site by og:url too', () => {
    const html = '<link rel=stylesheet href="https://new.example/wp-content/a.css">';
    const signals = { ...NO_SIGNALS, html, meta: { 'og:url': ['https://www.new.example/'] } };
    expect(detector.detect(signals).map(({ name }) => name)).toContain('WordPress');
  });

  test('without the layer every host counts', () => {
    const signals = { ...NO_SIGNALS, scriptSrc: ['https://other.example/wp-content/plugins/a/a.js'] };
    expect(alone.detect(signals).map(({ name }) => name)).toContain('WordPress');
  });

  test('no pattern for the source reads them at any host', () => {
    const paths = readLayer().ownHost?.paths ?? [];
    const wide = Object.entries(readLayeredFingerprints().technologies).flatMap(
      ([name, { html = [], css = [] }]) =>
        [html, css].flat().flatMap((pattern) => {
          const at = paths.some((path) => pattern.replaceAll('\\', '').includes(path));
          return at ? [`${name}: ${pattern}`] : [];
        }),
    );
    // Data of that plugin, not an address.
    expect(wide).toEqual(['KaliCart Bridge: wp-json\\/kalicart\\/v1\\/discovery']);
  });

  test('rules that name what the set does not have are refused', () => {
    const rules = {
      paths: [],
      categories: [],
      technologies: [],
      deliveryHosts: { reason: '', patterns: [] },
    };
    const set = readFingerprints();
    expect(() => compileWithData({ ...set, ownHost: { ...rules, technologies: ['No such'] } })).toThrow(
      'no technology No such',
    );
    expect(() => compileWithData({ ...set, ownHost: { ...rules, categories: ['No such'] } })).toThrow(
      'no category No such',
    );
  });
});

describe('with the layer', () => {
  const found = (by: Detector, html: string, scripts: readonly string[] = []): readonly string[] =>
    by.detect({ ...NO_SIGNALS, html, scripts: [...scripts] }).map(({ name }) => name);

  test.each([
    ['an object', '{"text": "gtag(\'config\', \'G-ABC\') and var _gaq = []"}'],
    ['a list', ' [{"text": "jQuery(document).ready()"}]'],
    ['a template', '<p>jQuery(document).ready() and var _gaq = []</p>'],
    ['an empty object', '{}'],
  ])('data shows no technology: %s', (_, script) => {
    expect(found(detector, `<script>${script}</script>`, [script])).toEqual([]);
  });

  test.each([
    ['that a marker hides', '<!--\nvar _gaq = [];\n//-->'],
    ['in a block', '{ var _gaq = []; }'],
    ['that begins with a list', '[].forEach.call(a, b); var _gaq = [];'],
    ['after a section marker', '<![CDATA[\nvar _gaq = [];'],
  ])('a program shows one: %s', (_, script) => {
    expect(found(detector, `<script>${script}</script>`, [script])).toContain('Google Analytics');
  });

  test('a program after data has its own place in the source', () => {
    const scripts = ['{"a": 1}', 'window._taboola = []', '["b"]', 'var _gaq = []'];
    const html = scripts.map((script) => `<script>${script}</script>`).join('');
    const starts = scripts.map((script) => html.indexOf(script));
    const layout = { startTags: new Uint32Array(0), parents: new Int32Array(0), depth: 0, scripts: starts };
    const names = detector.detect({ ...NO_SIGNALS, html, scripts, layout }).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['Google Analytics', 'Taboola']);
  });

  test.each([
    ['Taboola', 'cdn.taboola.com'],
    ['jsDelivr', 'cdn.jsdelivr.net'],
    ['Shopify', 'cdn.shopify.com'],
  ])('a link that only opens a connection shows no %s', (name, host) => {
    const link = (rel: string): string => `<link rel="${rel}" href="https://${host}/">`;
    for (const rel of ['preconnect', 'dns-prefetch', ' DNS-Prefetch preconnect'])
      expect(found(detector, link(rel))).toEqual([]);
    expect(found(detector, link('stylesheet'))).toContain(name);
    expect(found(detector, link('preconnect stylesheet'))).toContain(name);
  });

  test('Google Font API shows by such a link', () => {
    expect(found(detector, '<link rel=preconnect href=https://fonts.gstatic.com>')).toEqual([
      'Google Font API',
    ]);
  });

  test('the engine alone takes both', () => {
    expect(found(alone, '<link rel=preconnect href=https://cdn.shopify.com>')).toContain('Shopify');
    expect(found(alone, '', ['{"a": "googletag.cmd"}', '{"a": "/wp-content"}'])).toContain('WordPress');
  });
});

describe('a layer', () => {
  const set = ownSet({
    One: {
      cats: [1],
      scripts: 'one',
      implies: ['Two', 'Three'],
      meta: { generator: ['a', 'b'], author: 'c' },
    },
    Two: { cats: [1], dom: ['a.b', 'a.c'] },
    Three: { cats: [1], dom: { 'a.b': { exists: '' }, 'a.c': { attributes: { href: 'x' } } } },
  });
  const layered = (fingerprints: Layer['fingerprints']): ReturnType<typeof ownSet>['technologies'] =>
    withLayer(set, { globals: {}, fingerprints }).technologies;

  test('adds variables to a copy of the set', () => {
    const before = structuredClone(set);
    const globals = { One: ['oneGlobal'], Two: ['twoGlobal'] };
    const { technologies, readsInlineAddresses } = withLayer(set, { globals, fingerprints: {} });
    expect(technologies['One']?.scripts).toEqual(['one', globalPattern('oneGlobal')]);
    expect(technologies['Two']?.scripts).toEqual([globalPattern('twoGlobal')]);
    expect(readsInlineAddresses).toBe(true);
    expect(set).toEqual(before);
  });

  test('adds to lists, maps and elements', () => {
    const found = layered({
      One: { reason: '', add: { scripts: ['two'], html: ['x'], meta: { generator: 'd', title: 'e' } } },
      Two: { reason: '', add: { dom: { 'a.c': { text: 'y' }, 'a.d': { exists: '' } } } },
      Three: { reason: '', add: { dom: ['a.d'] } },
    });
    expect(found['One']).toEqual({
      ...set.technologies['One'],
      scripts: ['one', 'two'],
      html: ['x'],
      meta: { generator: ['a', 'b', 'd'], author: 'c', title: 'e' },
    });
    expect(found['Two']?.dom).toEqual({
      'a.b': { exists: '' },
      'a.c': [{ exists: '' }, { text: 'y' }],
      'a.d': { exists: '' },
    });
    expect(Object.keys(found['Three']?.dom ?? {})).toEqual(['a.b', 'a.c', 'a.d']);
  });

  test('removes from lists, maps and elements, and what it removes is no longer stale', () => {
    const layer: Layer = {
      globals: {},
      fingerprints: {
        One: { reason: '', remove: { scripts: 'one', implies: ['Three'], meta: { generator: ['a'] } } },
        Two: { reason: '', remove: { dom: ['a.b'] } },
        Three: { reason: '', remove: { dom: ['a.c', 'a.z'], html: ['never'] } },
      },
    };
    const { technologies } = withLayer(set, layer);
    expect(technologies['One']).toEqual({
      cats: [1],
      scripts: [],
      implies: ['Two'],
      meta: { generator: ['b'], author: ['c'] },
    });
    expect(technologies['Two']?.dom).toEqual({ 'a.c': { exists: '' } });
    expect(technologies['Three']?.dom).toEqual({ 'a.b': { exists: '' } });
    expect(staleRemovals(set, layer)).toEqual(['Three: dom: a.z', 'Three: html: never']);
  });

  test('can have a technology of its own, with a category', () => {
    const found = layered({ Four: { reason: '', add: { cats: [1], scripts: ['four'] } } });
    expect(found['Four']).toEqual({ cats: [1], scripts: ['four'] });
    expect(() => layered({ Four: { reason: '', add: { scripts: ['four'] } } })).toThrow(
      'no technology Four; a new one needs cats',
    );
  });

  test('with variables of an unknown technology is refused', () => {
    expect(() => withLayer(set, { globals: { Five: ['five'] }, fingerprints: {} })).toThrow(
      'no technology Five',
    );
  });

  test('is reviewed by its examples', () => {
    const fingerprints: Layer['fingerprints'] = {
      One: { reason: '', add: { scripts: ['uno'] }, found: ['<script>one</script>'] },
      Two: { reason: '', add: { dom: ['a.d'] }, found: ['<a class="d"></a>', '<a class="e"></a>'] },
      Three: { reason: '', remove: { dom: ['a.z'] }, notFound: ['<a class="b"></a>'] },
      Four: { reason: '', add: { cats: [1], scripts: ['four'] }, found: ['<script>four</script>'] },
    };
    expect(reviewLayer(set, { globals: {}, fingerprints })).toEqual({
      wrong: ['Two: not found in <a class="e"></a>', 'Three: found in <a class="b"></a>'],
      needless: ['One'],
      stale: ['Three: dom: a.z'],
    });
  });
});

/** Technologies of a page with their versions. */
function versionsIn(html: string, url = 'https://site.example/'): ReadonlyMap<string, string | null> {
  const page = { url, status: 200, headers: [], body: Buffer.from(html), truncated: false, fetchedAt: 0 };
  return new Map(detector.detect(extractPage(page).signals).map(({ name, version }) => [name, version]));
}

describe('what is loaded from a host', () => {
  test.each([
    '<script src="https://d1.cloudfront.net/a.js"></script>',
    '<script>var s = document.createElement("script"); s.src = "//d1.cloudfront.net/a"</script>',
    '<link rel="stylesheet" href="//d1.cloudfront.net/a.css">',
    '<link rel="preload" as="font" href="https://d1.cloudfront.net/a.woff2">',
    '<img src="https://D1.CloudFront.net/a.png">',
    '<img srcset="/a.png 1x, https://d1.cloudfront.net/a.png 2x">',
    '<img data-src="https://d1.cloudfront.net/a.png">',
    '<iframe src="https://d1.cloudfront.net/"></iframe>',
    '<video poster="https://d1.cloudfront.net/a.jpg"></video>',
    '<embed src="http://d1.cloudfront.net/a.swf">',
    '<object data="http://d1.cloudfront.net/a.swf"></object>',
    '<form action="https://d1.cloudfront.net/send"></form>',
    '<style>body { background: url("https://d1.cloudfront.net/a.png") }</style>',
    '<div style="background: url(https://d1.cloudfront.net/a.png)"></div>',
  ])('shows the technology that is there: %s', (html) => {
    expect([...versionsIn(html).keys()]).toContain('Amazon CloudFront');
  });

  test.each([
    '<a href="https://d1.cloudfront.net/a.pdf">a</a>',
    '<link rel="canonical" href="https://d1.cloudfront.net/">',
    '<link rel="preconnect" href="https://d1.cloudfront.net">',
    '<img src="https://cloudfront.net.site.example/a.png">',
    '<img src="https://mycloudfront.net/a.png">',
    '<img src="/proxy?u=https://d1.cloudfront.net/a.png">',
    '<p>https://d1.cloudfront.net/a.png</p>',
    '<template><img src="https://d1.cloudfront.net/a.png"></template>',
  ])('and nothing else does: %s', (html) => {
    expect([...versionsIn(html).keys()]).not.toContain('Amazon CloudFront');
  });

  test('each host of the list shows its technology, as a picture and as a script', () => {
    const [hosts = {}] = readLayer().addressed ?? [];
    const otherNames = readLayer().otherNames ?? {};
    const missed = Object.entries(hosts).flatMap(([name, { hosts: at = [] }]) =>
      at.flatMap((host) => {
        const address = `https://www.${host.replaceAll('*', '-1').replace(/^www\./, '')}${host.includes('/') ? '' : '/'}a`;
        return ['<img src="', '<script src="'].flatMap((tag) => {
          const html = `${tag}${address}">${tag.startsWith('<s') ? '</script>' : ''}<link rel=stylesheet href="/wp-content/a.css">`;
          return versionsIn(html).has(otherNames[name] ?? name) ? [] : [`${name}: ${html}`];
        });
      }),
    );
    expect(missed).toEqual([]);
    expect(Object.keys(hosts).length).toBeGreaterThan(200);
  });
});

describe('a package in a mirror shows its technology and its version', () => {
  test.each([
    'https://unpkg.com/NAME@1.22.3',
    'https://unpkg.com/NAME@1.22.3/dist/a.min.js',
    '//cdn.jsdelivr.net/npm/NAME@1.22.3/dist/a.min.js',
    'https://cdn.jsdelivr.net/npm/NAME@1.22.3/+esm',
    'https://cdn.jsdelivr.net/combine/npm/other@9.9.9,npm/NAME@1.22.3/dist/a.js',
    'https://esm.sh/NAME@1.22.3',
    'https://esm.sh/*NAME@1.22.3',
    'https://esm.sh/v135/NAME@1.22.3/es2022/a.mjs',
    'https://esm.run/NAME@1.22.3',
    'https://cdn.skypack.dev/NAME@1.22.3',
    'https://cdn.skypack.dev/pin/NAME@v1.22.3-5f6d7e8a/mode=imports/optimized/NAME.js',
    'https://ga.jspm.io/npm:NAME@1.22.3/a.js',
    'https://cdnjs.cloudflare.com/ajax/libs/NAME/1.22.3/a.min.js',
    'https://cdn.bootcdn.net/ajax/libs/NAME/1.22.3/a.min.js',
    'https://lib.baomitu.com/NAME/1.22.3/a.min.js',
  ])('%s', (form) => {
    const [, packages = {}] = readLayer().addressed ?? [];
    const otherNames = readLayer().otherNames ?? {};
    const { technologies } = readLayeredFingerprints();
    // Others only count beside what they need.
    const alone = Object.entries(packages).filter(
      ([name]) => technologies[otherNames[name] ?? name]?.requires === undefined,
    );
    const wrong = alone.flatMap(([name, { packages: names = [] }]) =>
      names.flatMap((each) => {
        const shown = versionsIn(`<script src="${form.replaceAll('NAME', each)}"></script>`);
        const version = shown.get(otherNames[name] ?? name);
        return version === '1.22.3' ? [] : [`${name}: ${each}: ${version}`];
      }),
    );
    expect(wrong).toEqual([]);
    expect(alone.length).toBeGreaterThan(250);
  });

  test('in a style sheet, and in what a module imports', () => {
    const link = '<link rel="stylesheet" href="https://unpkg.com/swiper@11.1.4/swiper-bundle.min.css">';
    const module = '<script type="module">import { h } from "https://esm.sh/preact@10.19.2"; h()</script>';
    expect(versionsIn(link).get('Swiper')).toBe('11.1.4');
    expect(versionsIn(module).get('Preact')).toBe('10.19.2');
  });

  test('a range or a name is not a version, nor is a part of another name', () => {
    expect(versionsIn('<script src="https://unpkg.com/vue@next"></script>').get('Vue.js')).toBe(null);
    expect(versionsIn('<script src="https://unpkg.com/vue@^3.2.0/a.js"></script>').get('Vue.js')).toBe(null);
    expect(versionsIn('<script src="https://unpkg.com/vue-fake@3.2.0/a.js"></script>').has('Vue.js')).toBe(
      false,
    );
    expect(versionsIn('<script src="https://unpkg.com/@one/d3@3.2.0/a"></script>').has('D3')).toBe(false);
  });
});

describe('a version is that of the product', () => {
  const wordpress = '<link rel="https://api.w.org/" href="/wp-json/">';

  test.each([
    ['jQuery', '<script src="/wp-includes/js/jquery/jquery.min.js?ver=3.7.1"></script>', '3.7.1'],
    ['jQuery', '<script src="/wp-includes/js/jquery/jquery.js?ver=1.12.4-wp"></script>', '1.12.4'],
    [
      'WordPress',
      '<link rel=stylesheet href="/wp-includes/css/dist/block-library/style.min.css?ver=6.4.2">',
      '6.4.2',
    ],
    ['WordPress', '<script src="/wp-includes/js/comment-reply.min.js?ver=6.4.2"></script>', '6.4.2'],
    ['WordPress', '<script src="/wp-includes/js/comment-reply.js?ver=20090102"></script>', null],
    ['Bootstrap', '<script src="/js/bootstrap.min.js?ver=3.3.7"></script>', '3.3.7'],
    ['Bootstrap', '<script src="/wp-content/themes/a/js/bootstrap.min.js?ver=3.3.7"></script>', null],
    ['Swiper', '<script src="/wp-content/themes/a/js/swiper.min.js?v=8.4.5"></script>', null],
    ['jQuery', '<script src="/wp-content/themes/a/js/jquery-3.6.0.min.js?ver=1.0"></script>', '3.6.0'],
    ['jQuery', '<script src="/min/?f=js/jquery-1.7.2.min.js"></script>', '1.7.2'],
    ['jQuery', '<script src="https://other.example/a?f=/jquery-1.7.2.min.js"></script>', null],
    ['jQuery', '<script src="/a.js?u=https://other.example/jquery-1.7.2.min.js"></script>', null],
  ])('%s in %s: %s', (name, html, version) => {
    expect(versionsIn(wordpress + html).get(name)).toBe(version);
  });

  test('a script in a template is not one of the page', () => {
    const html =
      '<template><script src="/js/jquery-3.7.1.min.js"></script><script>$(document)</script></template>';
    expect(versionsIn(html).has('jQuery')).toBe(false);
  });
});

test('a product has one name, by the signs of all its names', () => {
  const { technologies } = readLayeredFingerprints();
  const otherNames = Object.keys(readLayer().otherNames ?? {});
  expect(otherNames).toEqual(expect.arrayContaining(['DoubleClick for Publishers (DFP)', 'Typekit']));
  const referring = Object.values(technologies).flatMap(({ implies, requires, excludes }) =>
    [implies, requires, excludes]
      .flat()
      .filter((text) => otherNames.includes(String(text).split('\\')[0] ?? '')),
  );
  expect(referring).toEqual([]);
  expect(otherNames.filter((name) => Object.hasOwn(technologies, name))).toEqual([]);
  const set = readFingerprints();
  expect(() => withLayer(set, { globals: {}, fingerprints: {}, otherNames: { None: 'jQuery' } })).toThrow(
    'None',
  );
  const gpt = versionsIn('<script src="https://www.googletagservices.com/tag/js/gpt_mobile.js"></script>');
  expect([...gpt.keys()]).toEqual(['Google Publisher Tag']);
});

test('an application in the browser has a manifest and a service worker', () => {
  const manifest = '<link rel="manifest" href="/manifest.json">';
  const worker = '<script>navigator.serviceWorker.register("/sw.js")</script>';
  expect([manifest, worker, manifest + worker].map((html) => versionsIn(html).has('PWA'))).toEqual([
    false,
    false,
    true,
  ]);
});
