import { expect, test } from 'vitest';
import { COLUMNS, CTRL_C, openTerminal, type Terminal } from './terminal.ts';

const open = (line: string): Promise<Terminal> => openTerminal(line, import.meta.dirname, process.env);

test('a command has a terminal of 80 columns, and its exit code is known', async () => {
  const terminal = await open('stty size; test -t 0 -a -t 1 -a -t 2; echo $?; exit 3');
  expect(await terminal.ended).toBe(3);
  expect(terminal.text()).toBe(`24 ${COLUMNS}\n0`);
});

test('the screen shows what control sequences leave of the output', async () => {
  const terminal = await open(String.raw`printf 'one\rO\n\033[31mred\033[0m\ntwo\033[3D2\n'`);
  expect(await terminal.ended).toBe(0);
  expect(terminal.text()).toBe('One\nred\n2wo');
});

test('keys reach the command, and its output can be waited for', async () => {
  const terminal = await open('read -r name; echo "hello $name"; read -r name');
  terminal.press('world\r');
  await terminal.shows('hello world');
  await terminal.close();
  expect(await terminal.ended).not.toBe(0);
});

test('Ctrl-C interrupts', async () => {
  const terminal = await open(`trap 'echo caught; exit 7' INT; echo ready; while true; do read -r; done`);
  await terminal.shows('ready');
  terminal.press(CTRL_C);
  expect(await terminal.ended).toBe(7);
  expect(terminal.text()).toContain('caught');
});

test('a signal that ends the command is its exit code, negative', async () => {
  const terminal = await open('exec sleep 1000');
  process.kill(terminal.pid, 'SIGKILL');
  expect(await terminal.ended).toBe(-9);
});

test('a line is broken only if it is wider than the terminal', async () => {
  const terminal = await open(`printf '%080d\\n%081d\\nend\\n' 1 2`);
  await terminal.ended;
  expect(terminal.brokenLines()).toEqual([`${'0'.repeat(80)}2`]);
});

test('what does not come fails with the screen', async () => {
  const terminal = await open('echo something else');
  await expect(terminal.shows('something new')).rejects.toThrow(/something new[^]*something else/);
});
