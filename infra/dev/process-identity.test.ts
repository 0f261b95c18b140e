import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { endProcess, identifyProcess, isRunning } from './process-identity.ts';
import type { ProcessIdentity } from './service.ts';

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A process that prints one line when it is ready and then waits. */
async function waiting(
  source: string,
): Promise<{ readonly child: ChildProcess; readonly is: ProcessIdentity }> {
  const program = `${source}; setInterval(() => {}, 60_000); console.log('ready')`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout, 'data');
  const is = child.pid === undefined ? null : await identifyProcess(child.pid);
  if (is === null) throw new Error('the process that the test started is gone');
  return { child, is };
}

describe('processes', () => {
  test('a number without a process has no identity', async () => {
    // Above the largest process number of Linux.
    await expect(identifyProcess(4_194_305)).resolves.toBeNull();
  });

  test('a running process ends when asked to', async () => {
    const { child, is } = await waiting('0');
    const exit = once(child, 'exit');
    await expect(isRunning(is)).resolves.toBe(true);
    await endProcess(is, 10_000);
    expect(await exit).toEqual([null, 'SIGTERM']);
    await expect(isRunning(is)).resolves.toBe(false);
  });

  test('a process that does not end when asked to is killed', async () => {
    const { child, is } = await waiting("process.on('SIGTERM', () => {})");
    const exit = once(child, 'exit');
    await endProcess(is, 100);
    expect(await exit).toEqual([null, 'SIGKILL']);
  });

  test('another process with the same number is left alone', async () => {
    const { child, is } = await waiting('0');
    for (const other of [
      { ...is, startTicks: String(Number(is.startTicks) - 1) },
      { ...is, bootId: '00000000-0000-0000-0000-000000000000' },
    ]) {
      await expect(isRunning(other)).resolves.toBe(false);
      await endProcess(other, 100);
    }
    await expect(isRunning(is)).resolves.toBe(true);
    expect(child.signalCode).toBeNull();
  });
});
