// A person in the first hour: a folder of their own, terminals, the sample web to crawl, and a transcript of all that they saw.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { serveSampleWeb } from '@sitegrep/sample-web';
import { bareEnvironment } from '../support/bare-environment.ts';
import { masked } from './masks.ts';
import { openTerminal, type Terminal } from './terminal.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export interface Person extends AsyncDisposable {
  /** The folder in which the person works, empty at first; the data folder is `data` in it. */
  readonly folder: string;
  /** Port at which `sitegrep up` listens. */
  readonly port: number;
  /** Variables of the person's shell besides the settings; further ones may be exported. */
  readonly shell: Record<string, string>;
  /** Runs a line of the shell to its end, and adds what it shows. @throws Error if a line is wider than the terminal */
  run(line: string, options?: RunOptions): Promise<string>;
  /** Runs a line in a terminal of its own, which stays open. */
  open(line: string): Promise<Terminal>;
  /** Adds what a terminal shows now. @param note what the person has done, such as `^C` */
  add(terminal: Terminal, note?: string): void;
  /** Everything seen so far, with what differs from run to run masked. */
  transcript(): string;
}

interface RunOptions {
  /** Whether lines may be wider than the terminal: data, which nothing may break, such as CSV and JSON. */
  readonly isData?: boolean;
  /** Whether the text holds numbers of any length, which move its line breaks: it is then told in one line. */
  readonly isProse?: boolean;
}

export async function openPerson(): Promise<Person> {
  // Of the same length everywhere: messages with the path are broken into lines of 80 columns.
  const folder = await mkdtemp('/tmp/sitegrep-hour-');
  const web = await serveSampleWeb();
  const port = await freePort();
  const terminals: Terminal[] = [];
  const parts: string[] = [];
  const shell: Record<string, string> = {};
  const open = async (line: string): Promise<Terminal> => {
    const terminal = await openTerminal(line, folder, {
      ...environment(folder, port, web.proxyUrl),
      ...shell,
    });
    terminals.push(terminal);
    return terminal;
  };
  const add = (terminal: Terminal, note = '', isProse = false): void => {
    const text = isProse ? terminal.text().replaceAll('\n', ' ') : terminal.text();
    parts.push([`$ ${terminal.line}`, text, note].filter((part) => part !== '').join('\n'));
  };
  return {
    folder,
    port,
    shell,
    open,
    add,
    async run(line, { isData = false, isProse = false } = {}) {
      const terminal = await open(line);
      const code = await terminal.ended;
      const broken = isData ? [] : terminal.brokenLines();
      if (broken.length > 0)
        throw new Error(`lines of "${line}" are wider than the terminal:\n${broken.join('\n')}`);
      add(terminal, `[exit ${code}]`, isProse);
      return terminal.text();
    },
    transcript: () => masked(`${parts.join('\n\n')}\n`, { folder, port }),
    async [Symbol.asyncDispose]() {
      for (const terminal of terminals) await terminal.close();
      await web.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Variables of a person's shell: the clone's commands, and settings that lead the crawler to the sample web. */
function environment(folder: string, port: number, proxyUrl: string): NodeJS.ProcessEnv {
  const bare = bareEnvironment();
  return {
    ...bare,
    PATH: `${join(ROOT, 'node_modules', '.bin')}:${bare.PATH}`,
    HOME: folder,
    SITEGREP_CONTACT: 'https://your.site/about-our-crawler',
    SITEGREP_PORT: String(port),
    SITEGREP_HTTP_PROXY: proxyUrl,
    SITEGREP_HTTP_PROXY_GUARD: 'proxy',
    SITEGREP_CRAWL_DELAY: '20ms',
    SITEGREP_RETRIES: '0',
    // A site that does not answer is there to be interrupted.
    SITEGREP_REQUEST_TIMEOUT: '60s',
    SITEGREP_SHUTDOWN_TIMEOUT: '1s',
    // Each thread costs as much to start as a command does.
    SITEGREP_SEARCH_THREADS: '1',
    SITEGREP_ANALYSIS_THREADS: '1',
    // A busy machine is not a reason to refuse requests here.
    SITEGREP_MAX_LOOP_DELAY: '1m',
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}
