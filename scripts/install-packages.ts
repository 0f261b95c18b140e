import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Installs packages that only some work needs, and that `npm ci` of the repository leaves out because they are large. Their
 * versions and checksums are in the manifest and the lock file of a folder.
 *
 * @returns the folder with the packages
 */
export async function installPackages(folder: string): Promise<string> {
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
