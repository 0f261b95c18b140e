// Servers by name, in a file of the user: {"work": {"url": "https://search.example", "key": "sg_…"}}.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandFailed } from './failure.ts';

export interface Profile {
  readonly url: string;
  /** null: the key comes from the settings. */
  readonly key: string | null;
}

/** Path of the file of profiles. */
function profilesFile(env: NodeJS.ProcessEnv = process.env): string {
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'sitegrep', 'profiles.json');
}

/** Reads the profile with this name. @throws CommandFailed if the file lacks it, or is not as it should be */
export function readProfile(name: string, file: string = profilesFile()): Profile {
  const profiles = readProfiles(file);
  const profile: unknown = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile === undefined) {
    const names = Object.keys(profiles);
    const known = names.length === 0 ? 'has none' : `has ${names.join(', ')}`;
    throw new CommandFailed(`there is no profile ${JSON.stringify(name)}: ${file} ${known}.`);
  }
  if (!isProfile(profile)) {
    throw new CommandFailed(
      `the profile ${JSON.stringify(name)} of ${file} is not {"url": "https://…", "key": "sg_…"}: correct it.`,
    );
  }
  return { url: profile.url, key: profile.key ?? null };
}

/**
 * Adds a profile, or replaces the one of this name; only the user can read the file.
 *
 * @returns the path of the file
 * @throws CommandFailed if there is a file that is not as it should be; errors of the file system
 */
export function writeProfile(
  name: string,
  profile: { readonly url: string; readonly key: string },
  file: string = profilesFile(),
): string {
  const profiles = { ...readProfiles(file), [name]: profile };
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
  return file;
}

function readProfiles(file: string): Readonly<Record<string, unknown>> {
  try {
    const profiles: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof profiles === 'object' && profiles !== null && !Array.isArray(profiles)) return { ...profiles };
    throw new CommandFailed(`${file} is not a JSON object of profiles by name: correct it.`);
  } catch (error) {
    if (error instanceof SyntaxError) throw new CommandFailed(`${file} is not JSON: ${error.message}.`);
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

function isProfile(value: unknown): value is { readonly url: string; readonly key?: string } {
  if (typeof value !== 'object' || value === null || !('url' in value)) return false;
  return typeof value.url === 'string' && (!('key' in value) || typeof value.key === 'string');
}
