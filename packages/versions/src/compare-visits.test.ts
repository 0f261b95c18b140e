import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { madePage, NoiseMaker, sourceOf } from '../test/made-page.ts';
import { compareVisits, noiseOf, type SeenSource } from './compare-visits.ts';
import { decodeNoise, NO_NOISE, type Noise } from './noise.ts';
import { MAX_NOISE_LENGTH, normalised, sameBut, versionDigest } from './normalised.ts';

const seen = (...sources: readonly string[]): readonly SeenSource[] => sources.map((source) => ({ source }));

/** Versions of a page as a storage keeps them: a digest and a source each. */
class KeptVersions {
  noise: Noise = NO_NOISE;
  versions = new Map<string, string>();
  #present: string | undefined;
  #stood = false;

  visit(source: string): void {
    const former = this.#present;
    if (former === source) {
      this.#stood = true;
      return;
    }
    this.#present = source;
    if (former !== undefined) {
      const { noise, slotsChanged } = compareVisits(
        this.noise,
        { source: former, stood: this.#stood },
        { source },
      );
      this.noise = noise;
      if (slotsChanged) {
        const sources = [...this.versions.values()];
        this.versions = new Map(sources.map((kept) => [versionDigest(kept, noise), kept]));
      }
    }
    this.#stood = false;
    this.versions.set(versionDigest(source, this.noise), source);
  }
}

describe('a value that differs on three visits', () => {
  const page = (value: string): string => `<p>Seen <b>${value}</b> times</p><p>by all</p>`;

  test('is noise from the third visit on, and from then on no difference', () => {
    const first = compareVisits(NO_NOISE, { source: page('11') }, { source: page('15') });
    expect(first).toMatchObject({ isSame: false, slotsChanged: false });
    const second = compareVisits(first.noise, { source: page('15') }, { source: page('19') });
    expect(second).toMatchObject({ isSame: true, slotsChanged: true });
    expect(sameBut(second.noise, page('1'), page('2'))).toBe(true);
    expect(normalised(page('123'), second.noise)).toBe(page('\0'));
    expect(sameBut(second.noise, page('1'), page('2').replace('all', 'none'))).toBe(false);
  });

  test('costs a page ten bytes', () => {
    const noise = noiseOf(NO_NOISE, ...seen(page('11'), page('15'), page('19'), page('23')));
    expect(noise).toHaveLength(11);
    expect(decodeNoise(noise).slots).toMatchObject([{ differed: 2, stood: 0 }]);
  });

  test('is content if the first and the third visit find the same', () => {
    const noise = noiseOf(NO_NOISE, ...seen(page('11'), page('15'), page('11'), page('15')));
    expect(decodeNoise(noise).slots).toEqual([]);
    expect(sameBut(noise, page('11'), page('15'))).toBe(false);
  });

  test('is content if a visit between found the page unchanged', () => {
    const learnt = noiseOf(NO_NOISE, ...seen(page('11'), page('15')));
    const { isSame, noise } = compareVisits(
      learnt,
      { source: page('15'), stood: true },
      { source: page('19') },
    );
    expect(isSame).toBe(false);
    expect(decodeNoise(noise).slots).toEqual([]);
  });

  test('is content again after it stood for four comparisons', () => {
    const other = (count: number): string => `${page('19')}<i>${'x'.repeat(count)} y</i>`;
    let noise = noiseOf(NO_NOISE, ...seen(page('11'), page('15'), page('19')));
    for (let count = 1; count <= 3; count++) noise = noiseOf(noise, ...seen(other(0), other(count)));
    expect(sameBut(noise, page('1'), page('2'))).toBe(true);
    noise = noiseOf(noise, ...seen(other(0), other(5)));
    expect(sameBut(noise, page('1'), page('2'))).toBe(false);
  });

  test('is content where a word comes to stand in its stead', () => {
    const noise = noiseOf(NO_NOISE, ...seen(page('11'), page('15'), page('19'), page('23')));
    expect(sameBut(noise, page('23'), page('no'))).toBe(false);
    expect(compareVisits(noise, { source: page('23') }, { source: page('no') }).isSame).toBe(false);
    const shop = (value: string): string => `<script>shop({token: "${value}", city: "Rome"})</script>`;
    const learnt = noiseOf(NO_NOISE, ...seen(...['a1b2c3d4', 'e5f6a7b8', 'c9d0e1f2'].map(shop)));
    expect(sameBut(learnt, shop('0a1b2c3d'), shop('4e5f6a7b'))).toBe(true);
    expect(sameBut(learnt, shop('0a1b2c3d'), shop('Closed'))).toBe(false);
  });

  test.each([
    ['headlines', '<h2>?</h2>', ['Council votes', 'Bridge opens', 'Storm nears', 'Fair ends']],
    ['prices', '<b>? EUR</b>', ['19.99', '17.99', '18.49', '21.00']],
    ['a stock', '<b>?</b> left', ['12', '19', '31', '44']],
    [
      'a list of news',
      '<ul>?</ul>',
      ['a', 'b', 'c', 'd'].map((one) => `<li><a href="/n/${one}1">${one}</a></li>`),
    ],
    ['names of files', '<script src="/app.?.js">', ['a1b2c3d4', 'e5f6a7b8', 'c9d0e1f2', '0a1b2c3d']],
  ])('is not one of %s', (_name, text, values) => {
    const sources = values.map((value) => text.replace('?', value));
    const noise = noiseOf(NO_NOISE, ...seen(...sources));
    expect(decodeNoise(noise)).toEqual({ slots: [], candidates: [] });
    expect(sameBut(noise, sources[2] ?? '', sources[3] ?? '')).toBe(false);
  });

  test('is no sentence', () => {
    const text = (words: string): string => `<p>${words}</p>`;
    const noise = noiseOf(
      NO_NOISE,
      ...seen(text('a b c d e f g'), text('h i j k l m n o p'), text('q r s t u v w x')),
    );
    expect(sameBut(noise, text('a b c d e f g'), text('q r s t u v w x'))).toBe(false);
  });
});

test('a nonce is noise on the second visit', () => {
  const page = (nonce: string): string => `<script nonce="${nonce}">a()</script>`;
  expect(compareVisits(NO_NOISE, { source: page('r4') }, { source: page('k9') })).toMatchObject({
    isSame: true,
  });
});

test('equal sources leave the noise as it is, whatever it is', () => {
  const damaged = Uint8Array.of(9);
  expect(compareVisits(damaged, { source: 'a' }, { source: 'a' })).toEqual({
    noise: damaged,
    isSame: true,
    slotsChanged: false,
  });
});

test('one slot serves a parameter in 300 links', () => {
  const page = (visit: number): string =>
    Array.from(
      { length: 300 },
      (_, index) => `<li><a href="/p/${index}?sid=${visit * 1_000 + index}">Item ${index}</a></li>\n`,
    ).join('');
  const noise = noiseOf(NO_NOISE, ...seen(page(1), page(2), page(3), page(4)));
  expect(noise).toHaveLength(11);
  expect(sameBut(noise, page(5), page(6))).toBe(true);
  expect(sameBut(noise, page(5), page(6).replace('Item 7<', 'Item 8<'))).toBe(false);
});

test('content that comes to stand as noise does is content from the next visit on', () => {
  const row = (value: number): string => `<td>${value}</td>`;
  const page = (visit: number, ...rest: readonly number[]): string =>
    `<tr><th>visits</th>${row(visit)}${rest.map((value, at) => `<th>r${at}</th>${row(value)}`).join('')}</tr>`;
  let noise = noiseOf(NO_NOISE, ...seen(page(1), page(2), page(3)));
  noise = noiseOf(noise, ...seen(page(3), page(4, 70), page(5, 70)));
  expect(sameBut(noise, page(5, 70), page(6, 70))).toBe(true);
  expect(sameBut(noise, page(5, 70), page(6, 71))).toBe(false);
});

test('pages longer than noise is looked for in are the same if they are equal', () => {
  const long = (value: string): string => `${page(value)}${' '.repeat(MAX_NOISE_LENGTH)}`;
  const page = (value: string): string => `<script nonce="${value}"></script>`;
  expect(compareVisits(NO_NOISE, { source: long('a') }, { source: long('b') }).isSame).toBe(false);
  const noise = noiseOf(NO_NOISE, ...seen(page('a'), page('b'), page('c')));
  expect(normalised(long('a'), noise)).toBe(long('a'));
});

test.each([
  ['nothing', '', '<p>a</p>'],
  ['one token', 'a'.repeat(MAX_NOISE_LENGTH), 'b'.repeat(MAX_NOISE_LENGTH)],
  ['quotes that do not end', '<a href="x>'.repeat(2_000), "<a href='y>".repeat(2_000)],
  ['no tags', 'word '.repeat(20_000), 'other '.repeat(20_000)],
  ['one tag', '<b>'.repeat(100_000), '<i>'.repeat(100_001)],
  ['separators alone', ','.repeat(300_000), ';'.repeat(299_999)],
  ['changes everywhere', numbers(60_000, 1), numbers(60_000, 2)],
  ['more of the same', numbers(60_000, 1), `9,${numbers(60_000, 1)}`],
])('hostile pages (%s) are compared and learnt from', (_name, a, b) => {
  const first = compareVisits(NO_NOISE, { source: a }, { source: b });
  expect(first.isSame).toBe(false);
  const second = compareVisits(first.noise, { source: b }, { source: a });
  expect(second.isSame).toBe(false);
  expect(second.noise.length).toBeLessThan(5_000);
});

function numbers(count: number, step: number): string {
  return Array.from({ length: count }, (_, index) => (index * step) % 9_973).join(',');
}

test('a page with a nonce and a counter has one version after 400 visits', () => {
  const noise = new NoiseMaker(7);
  const kept = new KeptVersions();
  for (let visit = 0; visit < 400; visit++) {
    kept.visit(
      `<html><script nonce="${noise.value('base64')}"></script><p>${1_000 + visit * 7} visitors</p></html>`,
    );
  }
  expect(kept.versions.size).toBe(1);
});

test('a page that alternates daily for a year has two versions, with noise and without', () => {
  for (const isNoisy of [false, true]) {
    const noise = new NoiseMaker(9);
    const kept = new KeptVersions();
    for (let day = 0; day < 365; day++) {
      const token = isNoisy ? noise.value('hex') : 'steady';
      kept.visit(
        day % 2 === 0
          ? `<html><h1>A</h1><input name="a" value="${token}"><p>Sunny side</p></html>`
          : `<html><h2>B</h2><div class="other"><input name="a" value="${token}"></div><p>Dark</p></html>`,
      );
    }
    expect(kept.versions.size).toBe(2);
  }
});

test('visits of made pages are the same if their content is, and never if it is not', () => {
  const changes = fc.array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: 4, maxLength: 9 });
  fc.assert(
    fc.property(madePage, changes, fc.integer({ min: 1 }), (page, visits, seed) => {
      const maker = new NoiseMaker(seed);
      const contents = Array.from({ length: page.contents }, () => 0);
      const changedAt = Array.from({ length: page.contents }, () => -2);
      let noise: Noise = NO_NOISE;
      let former = { source: sourceOf(page, contents, maker), contents: contents.join(), stood: false };
      for (const [index, ids] of visits.entries()) {
        const visit = index + 1;
        for (const id of ids) {
          const content = id % Math.max(1, page.contents);
          // What changes on three visits in succession is noise, by definition.
          if (page.contents === 0 || visit - (changedAt[content] ?? 0) < 2) continue;
          contents[content] = (contents[content] ?? 0) + 1;
          changedAt[content] = visit;
        }
        const source = sourceOf(page, contents, maker);
        const arrived = { source, contents: contents.join(), stood: source === former.source };
        const compared = compareVisits(noise, former, arrived);
        noise = compared.noise;
        const isSame = former.contents === arrived.contents;
        expect(sameBut(noise, former.source, arrived.source)).toBe(compared.isSame);
        // Before the third visit, pages of the same content may count as others.
        expect(compared.isSame).toBe(isSame && (visit >= 2 || compared.isSame));
        former = arrived;
      }
    }),
  );
});
