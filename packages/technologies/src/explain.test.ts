import { expect, test } from 'vitest';
import { compileFingerprints } from './compile.ts';
import { createDetector } from './detector.ts';
import { MAX_MATCH } from './explain.ts';
import { NO_SIGNALS, ownSet } from '../test/own-set.ts';

const detector = createDetector(
  compileFingerprints(
    ownSet({
      Shop: {
        cats: [1],
        implies: ['Language', 'Disk'],
        headers: { 'X-Shop': '' },
        html: 'shop ([\\d.]+)\\;version:\\1\\;confidence:60',
        dom: { 'a[href]': { attributes: { href: 'shop\\.example' } }, '#shop': { exists: '' } },
      },
      Plugin: { cats: [1], requires: 'Shop', text: 'plugged' },
      Lonely: { cats: [1], requires: 'Plugged', text: 'plugged' },
      Plugged: { cats: [1] },
      Language: { cats: [1], implies: 'Disk' },
      Disk: { cats: [1] },
    }),
    {},
  ).buffer,
);

test('each technology comes with what shows it, and those that imply it', () => {
  const found = detector.explain({
    ...NO_SIGNALS,
    headers: { 'x-shop': ['yes'] },
    html: '<a href="https://shop.example/">Shop 4.2</a><b id=shop>plugged</b>',
    text: 'Shop 4.2 plugged',
  });
  const evidence = { pattern: '', match: '', confidence: 100, version: null };
  const byName = Object.fromEntries(found.map((technology) => [technology.name, technology]));
  expect(byName).toEqual({
    Shop: {
      name: 'Shop',
      version: '4.2',
      confidence: 100,
      paths: ['sales.one'],
      evidence: [
        { ...evidence, field: 'headers', key: 'x-shop' },
        {
          ...evidence,
          field: 'html',
          key: '',
          pattern: 'shop ([\\d.]{1,250})',
          match: 'Shop 4.2',
          confidence: 60,
          version: '4.2',
        },
        {
          ...evidence,
          field: 'dom',
          key: 'a[href] [href]',
          pattern: 'shop\\.example',
          match: 'shop.example',
        },
        { ...evidence, field: 'dom', key: '#shop exists' },
      ],
      impliedBy: [],
    },
    Language: expect.objectContaining({ evidence: [], impliedBy: ['Shop'] }),
    Disk: expect.objectContaining({ evidence: [], impliedBy: ['Language', 'Shop'] }),
    Plugin: expect.objectContaining({
      evidence: [{ ...evidence, field: 'text', key: '', pattern: 'plugged', match: 'plugged' }],
    }),
  });
});

test('a long match is cut', () => {
  const long = createDetector(
    compileFingerprints(ownSet({ Long: { cats: [1], html: 'begin.*' } }), {}).buffer,
  ).explain({ ...NO_SIGNALS, html: `begin${'x'.repeat(500)}` });
  expect(long[0]?.evidence[0]?.match).toBe(`begin${'x'.repeat(MAX_MATCH - 5)}`);
});
