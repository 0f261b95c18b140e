import { type Chance, mutated, validRequests } from './mutations.ts';
import { faultOf, readAnswers } from './answers.ts';
import { exchange } from './exchange.ts';

/** Number of concurrent connections. */
const AT_ONCE = 64;
/** Number of cases between checks that the server still answers correctly. */
const LOOK_EVERY = 500;

export interface Target {
  readonly url: string;
  /** A key with every scope. */
  readonly key: string;
}

interface Finding {
  readonly what: string;
  readonly sent: readonly Buffer[];
}

/** Number of answers by status; 0 stands for connections without an answer. */
type Statuses = ReadonlyMap<number, number>;

export interface FuzzRun {
  readonly statuses: Statuses;
  readonly findings: readonly Finding[];
}

/** Sends randomly changed requests and checks everything that comes back. */
export async function fuzz(target: Target, cases: number, chance: Chance): Promise<FuzzRun> {
  const port = Number(new URL(target.url).port);
  const requests = validRequests(target.key);
  const statuses = new Map<number, number>();
  const findings: Finding[] = [];
  let left = cases;

  async function client(): Promise<void> {
    while (left > 0) {
      const number = (left -= 1);
      const sent = mutated(requests, chance);
      const found = await tried(port, sent, statuses);
      if (found !== null) findings.push({ what: found, sent });
      if (number % LOOK_EVERY === 0) findings.push(...(await unwell(target)));
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  findings.push(...(await unwell(target)));
  return { statuses, findings };
}

/** @returns the fault in what came back, or null */
async function tried(
  port: number,
  sent: readonly Buffer[],
  statuses: Map<number, number>,
): Promise<string | null> {
  const { received, ended } = await exchange(port, sent);
  const note = (status: number): unknown => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (!ended) return 'no end of the connection';
  if (received.length === 0) note(0);
  try {
    for (const answer of readAnswers(received)) {
      note(answer.status);
      const fault = faultOf(answer);
      if (fault !== null) return fault;
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return null;
}

/** Whether a correct request still gets the correct answer. */
async function unwell({ url, key }: Target): Promise<readonly Finding[]> {
  const response = await fetch(`${url}/html-source-code-search`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: '{"search_terms":["x"]}',
  });
  const what = `the server is not well afterwards: ${response.status} ${await response.text()}`;
  return response.status === 200 ? [] : [{ what, sent: [] }];
}
