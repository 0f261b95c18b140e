import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { systemProblem } from './failure.ts';

/** Message and code of the error with which Node.js refuses an import. */
function refusalOf(name: string): Error {
  const script = `import('${name}').catch(({ message, code }) => console.log(JSON.stringify({ message, code })))`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  const { message, code } = JSON.parse(output) as { readonly message: string; readonly code: string };
  return Object.assign(new Error(message), { code });
}

test('a package that is not installed is named, with the remedy', () => {
  expect(systemProblem(refusalOf('@nobody/no-such-package'))).toBe(
    'the package @nobody/no-such-package is not installed; run "npm ci" in the folder of sitegrep.',
  );
  // A module of our own is a fault.
  expect(systemProblem(refusalOf('./no-such-module.js'))).toBe(false);
});
