/* What a container is given, read as the program in it would read it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, type Config } from '@sitegrep/config';

/**
 * The settings that the environment makes. Files of secrets are in the container only, so each is replaced by one that
 * holds the text that `secrets` has under its name.
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
