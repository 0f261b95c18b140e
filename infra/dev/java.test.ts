import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findJavaHome } from './java.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sitegrep-java-'));
  vi.stubEnv('PATH', join(root, 'bin'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

/** A folder that looks like the home of this Java. */
function java(name: string, version: string): string {
  const home = join(root, name);
  mkdirSync(join(home, 'bin'), { recursive: true });
  writeFileSync(join(home, 'release'), `IMPLEMENTOR="Somebody"\nJAVA_VERSION="${version}"\n`);
  writeFileSync(join(home, 'bin', 'java'), '');
  chmodSync(join(home, 'bin', 'java'), 0o755);
  return home;
}

describe('findJavaHome', () => {
  test('JAVA_HOME comes first if it is new enough', async () => {
    const mine = java('mine', '21');
    java('jvm/other', '25.0.1');
    await expect(findJavaHome({ JAVA_HOME: mine }, join(root, 'jvm'))).resolves.toBe(mine);
  });

  test('an old JAVA_HOME is skipped in favour of the variable of a newer version', async () => {
    const env = {
      JAVA_HOME: java('old', '17.0.9'),
      JAVA_HOME_11_X64: java('older', '11.0.2'),
      JAVA_HOME_21_X64: java('wanted', '21.0.4'),
    };
    await expect(findJavaHome(env, join(root, 'jvm'))).resolves.toBe(env.JAVA_HOME_21_X64);
  });

  test('installed Javas 8 (with its old numbering), 17 and one without a release file are skipped', async () => {
    java('jvm/java-8', '1.8.0_401');
    java('jvm/java-17', '17.0.9');
    rmSync(join(java('jvm/java-22', '22'), 'release'));
    const wanted = java('jvm/temurin-25', '25.0.1');
    await expect(findJavaHome({}, join(root, 'jvm'))).resolves.toBe(wanted);
  });

  test('a home without an executable is skipped', async () => {
    const home = java('jvm/java-21', '21.0.4');
    rmSync(join(home, 'bin', 'java'));
    await expect(findJavaHome({ JAVA_HOME: home }, join(root, 'jvm'))).resolves.toBeNull();
  });

  test('without a folder of Javas, the one on PATH is used', async () => {
    java('.', '21.0.4');
    await expect(findJavaHome({}, join(root, 'missing'))).resolves.toBe(root);
  });
});
