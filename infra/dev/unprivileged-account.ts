import { run } from './programs.ts';

export type Account = { readonly uid: number; readonly gid: number };

const TIMEOUT_MS = 10_000;

/**
 * Account for programs that refuse to run as root: `nobody` if this process is root's, null for this process's own
 * user. Throws if `nobody` may not enter `folder`.
 */
export async function unprivilegedAccount(folder: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const id = async (what: string): Promise<number> =>
    Number(await run('id', [what, 'nobody'], { timeoutMs: TIMEOUT_MS }));
  const account = { uid: await id('-u'), gid: await id('-g') };
  try {
    await run('test', ['-x', folder], { timeoutMs: TIMEOUT_MS, ...account });
  } catch (cause) {
    const why = `Elasticsearch runs as the user nobody, who may not enter ${folder}.`;
    throw new Error(`${why} Set XDG_CACHE_HOME to a folder that every user may enter.`, { cause });
  }
  return account;
}
