import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Installs the packages that generated files are made with. They take 120 MB and are needed when a file is made anew, so
 * `npm ci` of the repository leaves them out; their versions and checksums are in the lock file beside this module.
 *
 * @returns the folder with the packages
 */
export async function installGenerators(): Promise<string> {
  const folder = import.meta.dirname;
  const modules = join(folder, 'node_modules');
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const isInstalled = Object.entries(dependencies).every(([name, version]) => {
    const manifest = join(modules, name, 'package.json');
    if (!existsSync(manifest)) return false;
    return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version === version;
  });
  if (!isInstalled) {
    const quick = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    await promisify(execFile)('npm', ['ci', ...quick], { cwd: folder });
  }
  return modules;
}
