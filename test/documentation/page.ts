// Runs the code of a page in Markdown as it stands, block after block in one program, and holds what each prints against
// the block of text behind it, in which `…` is any text within a line.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bareEnvironment } from '../support/bare-environment.ts';
import { codeBlocks } from './code-blocks.ts';

/** How the blocks of a language are run. */
export interface Runner {
  /** Language after the fence. */
  readonly language: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** Code before the first block. */
  readonly head: string;
  /** Makes code that prints a line. */
  readonly print: (line: string) => string;
}

export const BASH: Runner = {
  language: 'sh',
  command: ['bash'],
  head: 'set -euo pipefail',
  print: (line) => `printf '\\n%s\\n' '${line}'`,
};

export interface Step {
  /** Number of the line in the page. */
  readonly line: number;
  readonly printed: string;
  /** Output that the page shows; null if none. */
  readonly expected: string | null;
}

/** Runs the blocks of a page. @throws Error with the last output, if the program is missing or fails */
export async function runPage(
  path: string,
  { language, command: [program, ...args], head, print }: Runner,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly Step[]> {
  const blocks = codeBlocks(await readFile(path, 'utf8'));
  const mark = (line: number): string => `--- line ${line} of the page ---`;
  const code = blocks.filter((block) => block.language === language);
  const file = join(folder, `page.${language}`);
  await writeFile(file, [head, ...code.flatMap((block) => [print(mark(block.line)), block.code])].join('\n'));
  const child = spawn(program, [...args, file], {
    cwd: folder,
    env: { ...bareEnvironment(), HOME: folder, LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [printed, complaints, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (status !== 0) throw new Error(`${program} ended with ${String(status)}\n${printed}\n${complaints}`);
  return code.map((block, index) => {
    const next = code[index + 1];
    const from = printed.indexOf(mark(block.line)) + mark(block.line).length;
    const to = next === undefined ? printed.length : printed.indexOf(mark(next.line));
    const shown = blocks[blocks.indexOf(block) + 1];
    return {
      line: block.line,
      printed: printed.slice(from, to).trim(),
      expected: shown?.language === 'text' ? shown.code.trim() : null,
    };
  });
}

/** Makes a pattern of the output that the page shows. */
export function patternOf(expected: string): RegExp {
  const parts = expected.split('…').map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`);
}
