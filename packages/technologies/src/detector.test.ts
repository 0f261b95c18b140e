import type { TechnologySignals } from '@sitegrep/site';
import { beforeAll, describe, expect, test } from 'vitest';
import { setsOf, sourceOf } from '../test/evidence.ts';
import { NO_SIGNALS as EMPTY } from '../test/own-set.ts';
import { createReference, type Reference } from '../test/reference.ts';
import { compileWithData } from './compile/compiled.ts';
import { BOUNDS } from './bounds.ts';
import { createDetector, type Detector } from './detector.ts';
import { readFingerprints } from './fingerprints.ts';
import { listPatterns, loadCore } from './patterns.ts';
import { noise, randomNumbers, sampleText } from '../test/sample-texts.ts';

let detector: Detector;
let reference: Reference;

beforeAll(() => {
  detector = createDetector(compileWithData(readFingerprints()).buffer);
  reference = createReference(readFingerprints());
});

const names = (signals: Partial<TechnologySignals>): readonly string[] =>
  detector.detect({ ...EMPTY, ...signals }).map(({ name }) => name);

describe('a page', () => {
  test('recognises a system by its generator, with its version, its category and the technologies it implies', () => {
    const found = detector.detect({ ...EMPTY, meta: { generator: ['WordPress 6.4.2'] } });
    expect(found.find(({ name }) => name === 'WordPress')).toEqual({
      name: 'WordPress',
      version: '6.4.2',
      confidence: 100,
      paths: ['content.cms', 'content.blogs'],
    });
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['PHP', 'MySQL']));
  });

  test('recognises technologies by script addresses, headers, cookies, inline scripts, source and elements', () => {
    expect(detector.detect({ ...EMPTY, scriptSrc: ['/js/jquery-3.7.1.min.js'] })).toContainEqual({
      name: 'jQuery',
      version: '3.7.1',
      confidence: 100,
      paths: ['web_development.javascript_libraries'],
    });
    expect(detector.detect({ ...EMPTY, headers: { server: ['nginx/1.25.3'] } })).toContainEqual(
      expect.objectContaining({ name: 'Nginx', version: '1.25.3' }),
    );
    expect(names({ cookies: { PHPSESSID: ['x'] } })).toContain('PHP');
    expect(
      names({ html: '<link href="https://fonts.googleapis.com/css?family=A" rel=stylesheet>' }),
    ).toContain('Google Font API');
  });

  test('recognises technologies by DNS records', () => {
    const dns = {
      mx: ['10 aspmx.l.google.com'],
      ns: ['ns-1.awsdns-01.org'],
      soa: ['ns1.dreamhost.com hostmaster.dreamhost.com'],
      txt: ['v=spf1 include:sendgrid.net -all', 'notion-domain-verification=7'],
    };
    expect(names({ dns })).toEqual(
      expect.arrayContaining(['Google Workspace', 'Amazon Web Services', 'DreamHost', 'Sendgrid', 'Notion']),
    );
  });

  test('recognises technologies by variables of its scripts, and by the hosts that they requested', () => {
    const found = detector.explain({
      ...EMPTY,
      js: { 'jQuery.fn.jquery': '3.7.1', 'React.version': '', Shopify: '', 'angular.version.full': '1.8.3' },
      xhr: ['site.example', 'api2.amplitude.com', 'ipinfo.io'],
    });
    expect(found.map(({ name, version }) => [name, version])).toEqual(
      expect.arrayContaining([
        ['jQuery', '3.7.1'],
        ['AngularJS', '1.8.3'],
        ['Shopify', null],
        ['Amplitude', null],
        ['IPinfo', null],
      ]),
    );
    expect(found.map(({ name }) => name)).not.toContain('React');
    expect(found.find(({ name }) => name === 'AngularJS')?.evidence).toEqual([
      {
        field: 'js',
        key: 'angular.version.full',
        pattern: '^(.{1,250})$',
        match: '1.8.3',
        confidence: 100,
        version: '1.8.3',
        versionSource: 'stated',
      },
    ]);
    expect(found.find(({ name }) => name === 'IPinfo')?.evidence).toEqual([
      {
        field: 'xhr',
        key: '',
        pattern: 'ipinfo\\.io\\/',
        match: 'ipinfo.io/',
        confidence: 100,
        version: null,
      },
    ]);
  });

  test('tells names of variables apart by their case, and knows none that objects inherit', () => {
    expect(names({ js: { Shopify: '' } })).toContain('Shopify');
    expect(names({ js: { shopify: '', SHOPIFY: '', constructor: '', __proto__: '' } })).toEqual([]);
  });

  test('shows a plugin only where its system was found', () => {
    const html =
      '<link href="/wp-content/plugins/contact-form-7/includes/css/styles.css?ver=5.8" rel=stylesheet>';
    const scriptSrc = ['/wp-content/plugins/contact-form-7/includes/js/index.js?ver=5.8'];
    expect(names({ html, scriptSrc })).toContain('Contact Form 7');
    expect(names({ scriptSrc: ['/plugins/contact-form-7/includes/js/index.js?ver=5.8'] })).not.toContain(
      'WordPress',
    );
  });

  test('without any sign shows nothing', () => {
    expect(detector.detect({ ...EMPTY, url: '' })).toEqual([]);
    expect(names({ html: '<p>plain</p>', meta: { '': [''] } })).toEqual([]);
  });
});

describe('generated pages give what wappalyzer-core gives', () => {
  test('names, versions, confidences, paths and order, and no page leaves a trace in the next', () => {
    const pages = generatePages(100, 7);
    const expected = pages.map((page) => reference.detect(page));
    expect(pages.map((page) => detector.detect(page))).toEqual(expected);
    expect(pages.toReversed().map((page) => detector.detect(page))).toEqual(expected.toReversed());
    expect(expected.flat().length).toBeGreaterThan(500);
    expect(expected.flat().filter(({ version }) => version !== null).length).toBeGreaterThan(50);
  });
});

describe('what is stored with a page', () => {
  test('is what was found, and of the evidence only what is not in the source', () => {
    const { technologies: found } = detector.record({
      ...EMPTY,
      headers: { server: ['nginx/1.25.3'] },
      scriptSrc: ['/js/jquery-3.7.1.min.js'],
    });
    expect(found.map(({ name, evidence }) => [name, evidence])).toEqual([
      [
        'Nginx',
        [
          {
            field: 'headers',
            key: 'server',
            pattern: expect.stringContaining('nginx'),
            match: 'nginx/1.25.3',
            confidence: 100,
            version: '1.25.3',
            versionSource: 'stated',
          },
        ],
      ],
      ['jQuery', undefined],
    ]);
  });

  test('gives, with the source, all the evidence that the page gave', () => {
    const pages = generatePages(100, 11);
    const expected = pages.map((page) => setsOf(detector.explain(page)));
    const explained = pages.map((page) =>
      detector.explainStored([sourceOf(page)], detector.record(page).technologies),
    );
    expect(explained.map(setsOf)).toEqual(expected);
    const besideSource = pages
      .flatMap((page) => detector.record(page).technologies)
      .filter(({ evidence }) => evidence);
    expect(besideSource.length).toBeGreaterThan(100);
  });

  test('is not decided again: what other fingerprints found has no evidence, and nothing is added', () => {
    const stored = [{ name: 'Of another set', version: '1', confidence: 50, paths: ['a.b'] }];
    const page = { ...EMPTY, scriptSrc: ['/js/jquery-3.7.1.min.js'] };
    expect(detector.explainStored([page], stored)).toEqual([{ ...stored[0], evidence: [], impliedBy: [] }]);
  });
});

describe('ugly pages are read in bounds', () => {
  const both = (signals: Partial<TechnologySignals>) => {
    const page = { ...EMPTY, ...signals };
    return { found: detector.detect(page), expected: reference.detect(page) };
  };

  test.each(['a', '<', ' ', '"', '/', '\u0000', 'é', '日'])('a megabyte of %j', (character) => {
    const text = character.repeat(1024 * 1024);
    expect(
      names({ html: text, scripts: [text], scriptSrc: [text], meta: { generator: [text] }, url: text }),
    ).toEqual([]);
  });

  test('100,000 script elements: the first addresses count', () => {
    const html = '<script src=/jquery.js></script>'.repeat(100_000);
    const scriptSrc = Array.from({ length: 100_000 }, (_, index) => `/a${index}.js`);
    expect(names({ html, scriptSrc: ['/jquery-1.2.3.js', ...scriptSrc] })).toContain('jQuery');
    expect(names({ scriptSrc: [...scriptSrc, '/jquery-1.2.3.js'] })).not.toContain('jQuery');
  });

  test('a tag that RegExp would be busy with for years', () => {
    const digits = '0'.repeat(300);
    const found = names({
      html: `<link href=bootstrap${digits}>`,
      scriptSrc: [`/bootstrap${digits}`, `/govuk-frontend${digits}`],
      headers: { server: ['nginx/1.25.3'] },
    });
    expect(found).toEqual(['Nginx']);
  });

  test('anything beyond a bound is ignored', () => {
    const upTo = (length: number): string => 'x'.repeat(length - 'nginx'.length);
    expect(names({ headers: { server: [`${upTo(BOUNDS.value)}nginx`] } })).toContain('Nginx');
    expect(names({ headers: { server: [`${upTo(BOUNDS.value + 1)}nginx`] } })).not.toContain('Nginx');
    expect(names({ headers: { server: [`${upTo(65_536)}nginx`] } })).not.toContain('Nginx');
  });

  test('lone surrogates, deep nesting, unclosed everything', () => {
    const { found, expected } = both({
      html: `\ud800<link href="/wp-content/x.css\udfff" rel=stylesheet>\ud83d${'<div>'.repeat(400)}<a href="`,
      headers: { server: ['nginx\ud800', ''], '': [''] },
      meta: { generator: ['\udfffWordPress 6', 'Joomla!\ud800'] },
      scriptSrc: ['', '\ud800jquery.js', 'jquery-3.1.\ud8001.js'],
    });
    expect(found).toEqual(expected);
    expect(found.map(({ name }) => name)).toContain('Nginx');
  });

  test('names that objects inherit are not headers, cookies or meta elements', () => {
    const inherited = Object.fromEntries(
      ['constructor', '__proto__', 'toString'].map((name) => [name, ['x']]),
    );
    const { found, expected } = both({ headers: inherited, cookies: inherited, meta: inherited });
    expect(found).toEqual(expected);
  });

  test('a million variables and hosts: the first of them count', () => {
    const many = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, number) => [`a${number}`, 'x'.repeat(100)]),
    );
    expect(names({ js: { Shopify: '', ...many }, xhr: ['x.amplitude.com', ...Object.keys(many)] })).toEqual(
      expect.arrayContaining(['Amplitude', 'Shopify']),
    );
    expect(names({ js: { ...many, Shopify: '' }, xhr: [...Object.keys(many), 'x.amplitude.com'] })).toEqual(
      [],
    );
  });
});

/** Pages with texts that patterns and selectors of the committed set match, a dozen of each kind, among plain markup. */
function generatePages(count: number, seed: number): readonly TechnologySignals[] {
  const random = randomNumbers(seed);
  const core = loadCore(readFingerprints());
  const technologies = [...core.open, ...new Set(core.gates.flatMap((gate) => gate.technologies))];
  const byField = Map.groupBy(listPatterns(technologies), ({ field }) => field);
  const selectors = technologies.flatMap(({ dom }) => Object.entries(dom));
  const some = <T>(items: readonly T[], most: number): readonly T[] =>
    Array.from(
      { length: Math.floor(random() * (most + 1)) },
      () => items[Math.floor(random() * items.length)],
    ).filter((item) => item !== undefined);
  const texts = (field: 'html' | 'scripts' | 'scriptSrc' | 'url' | 'xhr', most: number): readonly string[] =>
    some(byField.get(field) ?? [], most).flatMap(({ regex }) => sampleText(regex, random) ?? []);
  const values = (field: 'headers' | 'cookies' | 'js' | 'meta', most: number): Record<string, string[]> => {
    const all: Record<string, string[]> = {};
    for (const { key, regex } of some(byField.get(field) ?? [], most)) {
      (all[key] ??= []).push(sampleText(regex, random) ?? noise(random));
    }
    return all;
  };
  const tags = (most: number): readonly string[] =>
    some(selectors, most).map(([selector]) =>
      selector
        .split(',')
        .slice(0, 2)
        .map((part) => {
          const [, name = 'div', conditions = ''] =
            /([\w-]*)((?:[#.][\w-]+|\[[^\]]*\])*)\s*$/.exec(part) ?? [];
          const attributes = [...conditions.matchAll(/\[([\w-]+)[*^$~|]?=?['"]?([^'"\]]*)/g)].map(
            ([, key = '', value = '']) => `${key}="${value.replaceAll('\\', '')}"`,
          );
          const id = /#([\w-]+)/.exec(conditions)?.[1];
          const className = /\.([\w-]+)/.exec(conditions.replace(/\[[^\]]*\]/g, ''))?.[1];
          if (id !== undefined) attributes.push(`id=${id}`);
          if (className !== undefined) attributes.push(`class="x ${className}"`);
          return `<${name || 'div'} ${attributes.join(' ')}>${noise(random)}</${name || 'div'}>`;
        })
        .join('\n'),
    );
  return Array.from({ length: count }, () => {
    const scripts = texts('scripts', 6);
    const wordpress = random() < 0.5 ? { generator: ['WordPress 6.4.2'] } : {};
    return {
      ...EMPTY,
      url: texts('url', 1)[0] ?? 'https://site.example/page',
      html: [
        '<html><head><meta charset=utf-8>',
        ...tags(6),
        ...scripts.map((script) => `<script>${script}</script>`),
        '</head><body><h1>Title</h1>',
        ...texts('html', 6).map((text) => `<p>${noise(random)}</p>${text}`),
        ...tags(6),
        '</body></html>',
      ].join('\n'),
      headers: { 'content-type': ['text/html'], ...values('headers', 6) },
      cookies: values('cookies', 3),
      scriptSrc: texts('scriptSrc', 10),
      scripts,
      meta: { viewport: ['width=device-width'], ...values('meta', 5), ...wordpress },
      js: Object.fromEntries(Object.entries(values('js', 8)).map(([chain, [value = '']]) => [chain, value])),
      xhr: texts('xhr', 3),
    };
  });
}
