/*
 * Settings of a container, read as the program in it reads them.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, type Config } from '@sitegrep/config';

/**
 * Settings made from an environment. Secret files exist only in the container, so each is replaced by a file with
 * the text that `secrets` has under its name.
 *
 * @throws ConfigError if the program would refuse to start
 */
export function settingsOf(
  environment: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>>,
): Config {
  const folder = mkdtempSync(join(tmpdir(), 'sitegrep-secrets-'));
  try {
    const given = Object.entries(environment).map(([name, value]) => {
      const secret = name.endsWith('_FILE') ? secrets[value] : undefined;
      if (secret === undefined) return [name, value];
      writeFileSync(join(folder, name), secret);
      return [name, join(folder, name)];
    });
    return loadConfig(Object.fromEntries(given));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
