import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { leanStart } from '../../../apps/cli/src/lean-process.ts';

/** What server.ts tells: that it listens, and how many more documents it has replaced. */
export type ExportServerMessage =
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'replaced'; readonly documents: number };

export interface ExportServer {
  readonly pid: number;
  readonly url: string;
  readonly key: string;
  /** Documents that were replaced so far. */
  replaced(): number;
  stop(): Promise<void>;
}

const ENTRY = fileURLToPath(new URL('./server.ts', import.meta.url));

/** Starts server.ts on what these settings name, in as little memory as `sitegrep up` starts itself. */
export async function startExportServer(settings: Readonly<Record<string, string>>): Promise<ExportServer> {
  const key = `sg_${randomBytes(24).toString('hex')}`;
  const lean = leanStart({ options: process.execArgv, environment: process.env }, null);
  const child = fork(ENTRY, {
    execArgv: [...(lean?.options ?? process.execArgv)],
    env: {
      ...(lean?.environment ?? process.env),
      SITEGREP_PORT: '0',
      SITEGREP_ADMIN_KEY: key,
      SITEGREP_RATE_LIMIT_PER_MINUTE: '1000000',
      SITEGREP_LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  const exited = once(child, 'exit');
  // A benchmark that fails leaves no server behind.
  const kill = (): unknown => child.kill('SIGKILL');
  process.once('exit', kill);
  let replaced = 0;
  const listening = Promise.withResolvers<string>();
  child.on('message', (message: ExportServerMessage) => {
    if (message.kind === 'listening') listening.resolve(message.url);
    else replaced += message.documents;
  });
  void exited.then(([code]) => listening.reject(new Error(`the server ended with ${String(code)}`)));
  const url = await listening.promise;
  return {
    pid: child.pid ?? 0,
    url,
    key,
    replaced: () => replaced,
    async stop() {
      child.disconnect();
      const [code] = await exited;
      process.off('exit', kill);
      if (code !== 0) throw new Error(`the server ended with ${String(code)}`);
    },
  };
}
