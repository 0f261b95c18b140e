import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { MAIN } from '../support/server-process.ts';

/** Output of a run, and how it ended. */
export interface Run {
  /** Lines of standard output that are JSON objects. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  readonly killed: boolean;
}

/**
 * Runs `sitegrep` and kills it with SIGKILL after a number of lines and a further wait. A run that ends earlier
 * must end with 0.
 */
export async function runAndKill(
  args: readonly string[],
  dataDir: string,
  kill: { readonly afterLines: number; readonly thenMs: number } | null,
  settings: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, SITEGREP_DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines: Record<string, unknown>[] = [];
  let killer: NodeJS.Timeout | null = null;
  const arm = (): void => {
    if (kill === null || killer !== null || lines.length < kill.afterLines) return;
    killer = setTimeout(() => child.kill('SIGKILL'), kill.thenMs);
  };
  arm();
  for await (const line of createInterface({ input: child.stdout })) {
    const value = parseLine(line);
    // A kill may truncate the last line, and some commands end with a line of plain text.
    if (value !== null) lines.push(value);
    arm();
  }
  const [code, signal] = await exited;
  if (killer !== null) clearTimeout(killer);
  const killed = signal === 'SIGKILL';
  if (!killed && code !== 0)
    throw new Error(`sitegrep ${args.join(' ')} ended with ${String(code ?? signal)}`);
  return { lines, killed };
}

function parseLine(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
