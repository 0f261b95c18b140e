import { expect, test } from 'vitest';
import { withoutBuiltInImports } from './built-in-imports.ts';

test('imports of modules of Node.js become calls, and all else stays', () => {
  const code = [
    'import { t as Command } from "./commander-1.js";',
    'import { readFileSync, statSync as size$1 } from "node:fs";',
    'import http, { request } from "node:http";',
    'import { createHash, KeyObject, randomBytes as random$1 } from "node:crypto";',
    'import { constants, webcrypto } from "node:crypto";',
    'import process from "node:process";',
    'import * as path from "path";',
    'import "node:events";',
    'import { default as os } from "node:os";',
    'import { chromium } from "playwright-core";',
    '// a/module.ts',
    'const text = `',
    'import { join } from "node:path";',
    '`;',
  ].join('\n');
  expect(withoutBuiltInImports(code).split('\n')).toEqual([
    'import { t as Command } from "./commander-1.js";',
    'const { readFileSync, statSync: size$1 } = globalThis.process.getBuiltinModule("node:fs");',
    'const http = globalThis.process.getBuiltinModule("node:http"), { request } = globalThis.process.getBuiltinModule("node:http");',
    'const { KeyObject } = globalThis.process.getBuiltinModule("node:crypto"), createHash = (...args) => globalThis.process.getBuiltinModule("node:crypto").createHash(...args), random$1 = (...args) => globalThis.process.getBuiltinModule("node:crypto").randomBytes(...args);',
    'const { constants, webcrypto } = globalThis.process.getBuiltinModule("node:crypto");',
    'const process = globalThis.process.getBuiltinModule("node:process");',
    'const path = globalThis.process.getBuiltinModule("path");',
    'import "node:events";',
    'import { default as os } from "node:os";',
    'import { chromium } from "playwright-core";',
    '// a/module.ts',
    'const text = `',
    'import { join } from "node:path";',
    '`;',
  ]);
});
