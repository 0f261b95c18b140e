// Modules of Node.js in a bundle. An import of one makes a module of it, and for that reads each of its exports, also those that
// load more when they are first read: `node:http` loads a whole client that way. `process.getBuiltinModule` gives the same
// object as it is: a command that asks a server saves a fifth of its processor time, and each thread that it starts some of its.
// node:crypto is loaded when one of its functions is first called: most threads need none to start, and it takes them 5 ms.
import * as crypto from 'node:crypto';
import { isBuiltin } from 'node:module';
import type { Plugin } from 'rolldown';

/** Matches an import as bundles have it: of all, of the default, of names, or of the last two. */
const IMPORT =
  /^import (?:\* as (?<all>[\w$]+)|(?<whole>[\w$]+)?(?:, )?(?:\{ (?<names>[^}]+) \})?) from "(?<id>[\w:/]+)";$/;

/** Replaces the imports of modules of Node.js, which stand before all else, by what gives these modules as they are. */
export function withoutBuiltInImports(code: string): string {
  const lines = code.split('\n');
  const end = lines.findIndex((line) => !/^(?:import |\/\/|$)/.test(line));
  return [...lines.slice(0, end).map(withoutImport), ...lines.slice(end)].join('\n');
}

function withoutImport(line: string): string {
  const { all, whole, names = '', id = '' } = IMPORT.exec(line)?.groups ?? {};
  // The object of a module has no `default`: it is what the module is.
  if (!isBuiltin(id) || /\bdefault as /.test(names)) return line;
  const module = `globalThis.process.getBuiltinModule("${id}")`;
  const isLate = (name: string): boolean => id === 'node:crypto' && isFunctionOfCrypto(name);
  const imported = names === '' ? [] : names.split(', ').map((name) => name.split(' as '));
  const early = imported.filter(([name = '']) => !isLate(name));
  const late = imported.filter(([name = '']) => isLate(name));
  const parts = [
    ...[all, whole].flatMap((name) => (name === undefined ? [] : [`${name} = ${module}`])),
    ...(early.length === 0 ? [] : [`{ ${early.map((name) => name.join(': ')).join(', ')} } = ${module}`]),
    ...late.map(([name = '', own = name]) => `${own} = (...args) => ${module}.${name}(...args)`),
  ];
  return parts.length === 0 ? line : `const ${parts.join(', ')};`;
}

/** Tells whether node:crypto has a function of a name, not a class. */
function isFunctionOfCrypto(name: string): boolean {
  return /^[a-z]/.test(name) && typeof Reflect.get(crypto, name) === 'function';
}

/** Does so in each module of a bundle. */
export function builtInImports(): Plugin {
  return { name: 'built-in-imports', renderChunk: (code) => withoutBuiltInImports(code) };
}
