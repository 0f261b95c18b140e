// A load generator as a process of its own: searches at a rate that doesn't depend on how fast they are answered (open
// loop), over a bounded number of connections. Its input is a plan as JSON, its output the figures as JSON.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Figures, Plan, PhaseFigures } from './plan.ts';

const plan = (await json(process.stdin)) as Plan;
const { requests } = plan;

/** A request under way, or what became of it. Times are milliseconds. */
interface Sent {
  readonly phase: Phase;
  /** When it was due, by which its time counts, whenever it was really sent. */
  readonly dueAt: number;
}

class Phase {
  readonly accepted: { readonly dueAt: number; readonly ms: number }[] = [];
  readonly refusedAt: number[] = [];
  refusalMaxMs = 0;
  refusals: Record<string, number> = {};
  withoutRetryAfter = 0;
  broken = 0;
  /** All connections were in use. */
  unsent = 0;
  sent = 0;

  figures(startedAt: number): PhaseFigures {
    const times = this.accepted.map(({ ms }) => ms).sort((a, b) => a - b);
    const at = (share: number): number =>
      times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
    const { sent, unsent, refusals, withoutRetryAfter, broken, refusalMaxMs } = this;
    const timeline = this.accepted.map(({ dueAt, ms }) => [dueAt - startedAt, ms] as const);
    const refusedAt = this.refusedAt.map((dueAt) => dueAt - startedAt);
    return {
      sent,
      unsent,
      accepted: times.length,
      refusals,
      withoutRetryAfter,
      broken,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      refusalMaxMs,
      timeline,
      refusedAt,
    };
  }
}

const idle: Connection[] = [];
let open = 0;
/** Requests under way. */
let pending = 0;

/** One request at a time over one connection, opened again when it breaks. */
class Connection {
  readonly #socket: Socket;
  #sent: Sent | null = null;
  #received = '';
  readonly opened: Promise<unknown>;
  /** Whether the server said that it closes the connection. */
  #isLeft = false;

  constructor() {
    open += 1;
    const { hostname, port } = new URL(plan.url);
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true }).setEncoding('latin1');
    this.opened = once(this.#socket, 'connect');
    this.#socket.on('data', (text: string) => this.#take(text));
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      if (this.#isLeft) return;
      open -= 1;
      const index = idle.indexOf(this);
      if (index >= 0) idle.splice(index, 1);
      if (this.#sent === null) return;
      pending -= 1;
      this.#sent.phase.broken += 1;
    });
  }

  send(sent: Sent): void {
    this.#sent = sent;
    pending += 1;
    this.#received = '';
    sent.phase.sent += 1;
    this.#socket.write(requests[sent.phase.sent % requests.length] ?? '');
  }

  #take(text: string): void {
    this.#received += text;
    const end = this.#received.indexOf('\r\n\r\n');
    const sent = this.#sent;
    if (end < 0 || sent === null) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#received)?.[1]);
    if (this.#received.length < end + 4 + length) return;
    this.#sent = null;
    pending -= 1;
    const { phase, dueAt } = sent;
    const status = this.#received.slice(9, 12);
    if (status === '200') phase.accepted.push({ dueAt, ms: performance.now() - dueAt });
    else {
      phase.refusedAt.push(dueAt);
      phase.refusalMaxMs = Math.max(phase.refusalMaxMs, performance.now() - dueAt);
      phase.refusals[status] = (phase.refusals[status] ?? 0) + 1;
      if (!/\r\nretry-after: \d/i.test(this.#received.slice(0, end))) phase.withoutRetryAfter += 1;
    }
    if (/\r\nconnection: close/i.test(this.#received.slice(0, end))) {
      open -= 1;
      this.#isLeft = true;
    } else idle.push(this);
    refill();
  }
}

/** Called in a closed loop when a connection is free again. */
let refill = (): void => undefined;

function send(phase: Phase, dueAt: number): boolean {
  const connection = idle.pop() ?? (open < plan.connections ? new Connection() : null);
  connection?.send({ phase, dueAt });
  return connection !== null;
}

async function openLoop(rate: number, seconds: number): Promise<void> {
  const phase = new Phase();
  const startedAt = performance.now();
  const due = (n: number): number => startedAt + (n * 1_000) / rate;
  for (let next = 0; next < rate * seconds;) {
    for (; next < rate * seconds && due(next) <= performance.now(); next++) {
      if (!send(phase, due(next))) phase.unsent += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  phases.push([phase, startedAt]);
}

async function closedLoop(clients: number, seconds: number): Promise<void> {
  const phase = new Phase();
  const startedAt = performance.now();
  refill = () => {
    if (performance.now() - startedAt < seconds * 1_000) send(phase, performance.now());
  };
  for (let n = 0; n < clients; n++) send(phase, performance.now());
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  refill = () => undefined;
  phases.push([phase, startedAt]);
}

/** Opens all connections before the first request: how fast a server accepts them is another figure. */
async function openAll(): Promise<void> {
  while (open < plan.connections) {
    const connection = new Connection();
    await connection.opened;
    idle.push(connection);
  }
}

/** Waits until every request is answered, at most until `lastAt`. */
async function answered(lastAt: number): Promise<void> {
  if (pending === 0 || performance.now() > lastAt) return;
  await new Promise((resolve) => setTimeout(resolve, 10));
  await answered(lastAt);
}

await openAll();
const phases: (readonly [Phase, number])[] = [];
for (const { rate, clients, seconds } of plan.phases) {
  if (rate === undefined) await closedLoop(clients ?? 1, seconds);
  else await openLoop(rate, seconds);
}
// What is still under way counts to its phase.
await answered(performance.now() + plan.lastAnswersMs);
const { user, system } = process.cpuUsage();
const figures: Figures = {
  phases: phases.map(([phase, startedAt]) => phase.figures(startedAt)),
  processorMs: (user + system) / 1_000,
};
process.stdout.write(JSON.stringify(figures), () => process.exit(0));
