import { expect, test } from 'vitest';
import { readHosts, readLayeredFingerprints } from '../src/compile/layer.ts';
import { thirdPartyHosts } from '../src/compile/third-party-hosts.ts';
import { thirdParties } from '../src/third-parties.ts';

test('the hosts of third parties are those of the set and the layer (else: npm run fingerprints:compile)', () => {
  expect(Object.fromEntries(thirdParties())).toEqual(thirdPartyHosts(readLayeredFingerprints(), readHosts()));
});

test.each([
  ['doubleclick.net', 'DoubleClick DART'],
  ['static.hotjar.com', 'Hotjar'],
  ['cookielaw.org', 'OneTrust'],
  ['fonts.googleapis.com', 'Google Font API'],
  ['cdnjs.cloudflare.com', 'cdnjs'],
  ['use.typekit.net', 'Adobe Fonts'],
])('%s shows %s', (host, name) => {
  expect(thirdParties().get(host)).toContain(name);
});

test.each(['google.com', 'googleapis.com', 'amazonaws.com.cn', 'jquery.min', 'com'])(
  '%s shows nothing',
  (host) => {
    expect(thirdParties().get(host)).toBeUndefined();
  },
);

const fingerprint = { cats: [1], description: '' };

test('a host in a pattern or a selector is found, one that delivers files of many is not', () => {
  const technologies = {
    One: { ...fingerprint, scriptSrc: ['//cdn\\.one\\.com/a\\.js\\;version:\\1', 'one(?:\\.min)?\\.js'] },
    Two: { ...fingerprint, dom: ["link[href*='two.com/']"], scriptSrc: 'shared\\.net/two' },
    Network: { ...fingerprint, cats: [31], scriptSrc: ['delivery\\.net', 'files\\.org'] },
    ...Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e'].map((name) => [
        name,
        { ...fingerprint, scriptSrc: [`many\\.org/${name}`, `delivery\\.net/${name}`] },
      ]),
    ),
  };
  const listed = {
    Two: { hosts: ['listed.com', 'one.com/path', 's*.star.com'] },
    One: { hosts: ['shared.net'] },
  };
  expect(thirdPartyHosts({ technologies }, listed)).toEqual({
    'cdn.one.com': ['One'],
    'delivery.net': ['Network'],
    'files.org': ['Network'],
    'fonts.googleapis.com': ['Google Font API'],
    'fonts.gstatic.com': ['Google Font API'],
    'listed.com': ['Two'],
    'shared.net': ['One'],
    'two.com': ['Two'],
  });
});
