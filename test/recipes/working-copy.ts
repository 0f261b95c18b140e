// A copy of the working tree, in which recipes are tried. Its packages find each other; what others wrote is linked.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const SCOPE = '@sitegrep';

export interface Ran {
  readonly isWell: boolean;
  readonly output: string;
}

export interface WorkingCopy extends Disposable {
  readonly folder: string;
  /** Writes a file. @param text null: the file as it is in the working tree, or none */
  write(path: string, text: string | null): void;
  /** Keeps the compiler from checking all sources but some: it reads them in a tenth of the time. */
  checkOnly(paths: ReadonlySet<string>): void;
  /** Runs a program of the packages, such as tsc. */
  run(program: string, ...args: readonly string[]): Ran;
}

export function copyWorkingTree(): WorkingCopy {
  const folder = mkdtempSync(join(tmpdir(), 'sitegrep-recipes-'));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const known = new Set(listed.split('\0').filter((path) => path !== ''));
  const copy = (path: string): void => {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    copyFileSync(join(ROOT, path), join(folder, path));
  };
  for (const path of known) copy(path);
  linkPackages(folder);
  return {
    folder,
    write: (path, text) => {
      if (text !== null) {
        mkdirSync(join(folder, dirname(path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      } else if (known.has(path)) copy(path);
      else rmSync(join(folder, path));
    },
    checkOnly: (paths) => {
      for (const path of known) {
        if (!/\.(?:tsx?|js)$/.test(path) || path.endsWith('.d.ts') || paths.has(path)) continue;
        const at = join(folder, path);
        const [line = ''] = /^#!.*\n/.exec(readFileSync(at, 'utf8')) ?? [];
        writeFileSync(at, `${line}// @ts-nocheck\n${readFileSync(at, 'utf8').slice(line.length)}`);
      }
    },
    run: (program, ...args) => {
      const programs = join(folder, 'node_modules', '.bin');
      const { status, stdout, stderr } = spawnSync(join(programs, program), args, {
        cwd: folder,
        env: { ...process.env, PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}` },
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      });
      return { isWell: status === 0, output: stdout + stderr };
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

/** Links node_modules entry by entry, so that its own packages are those of the copy. */
function linkPackages(folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, SCOPE), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== SCOPE && name !== '.cache')
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  for (const parent of ['packages', 'apps', 'test']) {
    for (const name of readdirSync(join(folder, parent))) {
      const own = join(ROOT, parent, name, 'node_modules');
      if (parent !== 'test' || name === 'sample-web')
        symlinkSync(join(folder, parent, name), join(modules, SCOPE, name));
      if (existsSync(own)) symlinkSync(own, join(folder, parent, name, 'node_modules'));
    }
  }
}
