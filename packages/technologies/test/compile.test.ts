import { expect, test } from 'vitest';
import { compileWithData } from '../src/compile/compiled.ts';
import { readLayeredFingerprints } from '../src/compile/layer.ts';
import { isSetHead } from '../src/compiled-set.ts';
import { createDetector } from '../src/detector.ts';
import { readFingerprints } from '../src/fingerprints.ts';
import { loadFingerprints } from '../src/data.ts';
import { NO_SIGNALS } from './own-set.ts';
import { readSections } from '@sitegrep/sections';

test('the compiled set matches fingerprints.json and the layer (else: npm run fingerprints:compile)', () => {
  const compiled = compileWithData(readLayeredFingerprints());
  expect(Buffer.compare(compiled, new Uint8Array(loadFingerprints()))).toBe(0);
});

test('the compiled set states its source', () => {
  const { head } = readSections(loadFingerprints());
  expect(isSetHead(head) && head.source).toEqual(readFingerprints().source);
});

test('no literal of a source has only three characters, which would have to be looked for at every position', () => {
  const sections = readSections(loadFingerprints());
  expect(sections.get('page.7.filter', 'u32').length).toBeGreaterThan(0);
  expect(sections.get('page.3.filter', 'u8')).toHaveLength(0);
});

test('detectors share the memory of one set and do not change it', () => {
  const memory = loadFingerprints();
  const before = Buffer.from(memory.slice());
  const [one, other] = [createDetector(memory), createDetector(memory)];
  const signals = { ...NO_SIGNALS, scriptSrc: ['/jquery-3.7.1.js'], headers: { server: ['nginx/1.25.3'] } };
  expect(one.detect(signals)).toEqual(other.detect(signals));
  expect(one.detect(signals)).toHaveLength(2);
  expect(Buffer.compare(before, new Uint8Array(memory))).toBe(0);
});

test.each([
  ['something else', Buffer.from('{"technologies": {}} and so on')],
  ['nothing', Buffer.alloc(0)],
])('%s is refused', (_, bytes) => {
  const memory = new SharedArrayBuffer(bytes.length);
  new Uint8Array(memory).set(bytes);
  expect(() => createDetector(memory)).toThrow('not a compiled set of this version');
});

test('a set cut short is refused', () => {
  const whole = loadFingerprints();
  expect(() => createDetector(whole.slice(0, whole.byteLength / 2))).toThrow('the compiled set is truncated');
});
