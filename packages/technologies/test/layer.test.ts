import { beforeAll, describe, expect, test } from 'vitest';
import { reviewLayer } from '../scripts/layer-review.ts';
import {
  globalPattern,
  type Layer,
  readLayer,
  readLayeredFingerprints,
  staleRemovals,
  withLayer,
} from '../scripts/layer.ts';
import { checkFingerprints } from '../scripts/validation.ts';
import { readFingerprints } from '../src/fingerprints.ts';
import { loadFingerprints } from '../src/data.ts';
import { createDetector, type Detector } from '../src/detector.ts';
import { NO_SIGNALS, ownSet } from './own-set.ts';

let detector: Detector;

beforeAll(() => {
  detector = createDetector(loadFingerprints());
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
    const bare = entries.filter(([, { add = {}, remove = {}, found = [], notFound = [] }]) => {
      const fields = [...Object.keys(add), ...Object.keys(remove)];
      return found.length + notFound.length === 0 && fields.some((field) => field !== 'implies');
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
    const named = new Set([...Object.keys(layer.globals), ...Object.keys(layer.fingerprints)]);
    const set = readFingerprints();
    const { technologies } = withLayer(set, layer);
    const changed = Object.keys(technologies).filter((name) => technologies[name] !== set.technologies[name]);
    expect(changed.length).toBeGreaterThan(200);
    expect(changed.filter((name) => !named.has(name))).toEqual([]);
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
