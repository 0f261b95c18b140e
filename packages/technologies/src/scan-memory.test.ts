import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ScanMemory } from './scan-memory.ts';

test('scan.wasm is what its source compiles to: npm run kernel:compile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitegrep-scan-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const compiled = join(folder, 'scan.wasm');
  const config = fileURLToPath(new URL('../kernel/asconfig.json', import.meta.url));
  const compiler = fileURLToPath(new URL('../../../node_modules/assemblyscript/bin/asc.js', import.meta.url));
  execFileSync(process.execPath, [compiler, '--config', config, '--outFile', compiled]);
  expect(readFileSync(compiled).equals(readFileSync(new URL('./scan.wasm', import.meta.url)))).toBe(true);
});

test('what was put stays where it is, however long the texts are that are loaded behind it', () => {
  const memory = new ScanMemory();
  const first = memory.put(Uint32Array.of(1, 2, 3));
  const second = memory.put(Uint8Array.of(7, 8, 9, 10));
  expect(second).toBeGreaterThanOrEqual(first + 12);
  const places = ['a', 'é日', 'x'.repeat(3_000_000)].map((text) => memory.load(text));
  expect(new Set(places).size).toBe(1);
  const words = memory.words;
  expect([...words.subarray(first >>> 2, (first >>> 2) + 3)]).toEqual([1, 2, 3]);
  expect(words[second >>> 2]).toBe(0x0a09_0807);
  memory.load('é日');
  // U+00E9, and the low byte of U+65E5.
  expect((memory.words[(places[0] ?? 0) >>> 2] ?? 0) & 0xffff).toBe(0xe5e9);
});
