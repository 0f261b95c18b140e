import { describe, expect, test } from 'vitest';
import { bySource, type SeenVersion, versionsOf } from './technology-versions.ts';

const stated = (version: string): SeenVersion => ({ version, source: 'stated' });
const path = (version: string): SeenVersion => ({ version, source: 'path' });
const parameter = (version: string): SeenVersion => ({ version, source: 'parameter' });

describe('versions by source', () => {
  test.each([
    [[], []],
    [
      [parameter('12.10.0'), stated('9.1')],
      [stated('9.1'), parameter('12.10.0')],
    ],
    [
      [path('1.4.2'), path('1.11.1'), stated('1.9')],
      [stated('1.9'), path('1.11.1'), path('1.4.2')],
    ],
    [[parameter('2.0'), path('2.0'), parameter('2.0')], [path('2.0')]],
  ])('%j', (seen, sorted) => {
    expect(bySource(seen)).toEqual(sorted);
  });
});

describe('versions of a technology', () => {
  test.each([
    [{ version: null }, []],
    [{ version: '1.0' }, ['1.0']],
    [{ version: '1.11.1', versions: [path('1.11.1'), path('1.4.2'), parameter('9')] }, ['1.11.1', '1.4.2']],
    [{ version: '10.3.4', versions: [stated('10.3.4'), parameter('12.10.0')] }, ['10.3.4']],
  ])('are those of its most reliable source: %j', (technology, versions) => {
    expect(versionsOf(technology)).toEqual(versions);
  });
});
