import { beforeAll, describe, expect, test } from 'vitest';
import { globalPattern, withLayer } from '../scripts/layer.ts';
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

describe('a layer', () => {
  const set = ownSet({ One: { cats: [1], scripts: 'one' }, Two: { cats: [1] } });

  test('adds to a copy of the set', () => {
    const before = structuredClone(set);
    const layered = withLayer(set, { globals: { One: ['oneGlobal'], Two: ['twoGlobal'] } });
    expect(layered.technologies['One']?.scripts).toEqual(['one', globalPattern('oneGlobal')]);
    expect(layered.technologies['Two']?.scripts).toEqual([globalPattern('twoGlobal')]);
    expect(set).toEqual(before);
  });

  test('that names an unknown technology is refused', () => {
    expect(() => withLayer(set, { globals: { Three: ['three'] } })).toThrow('no technology Three');
  });
});
