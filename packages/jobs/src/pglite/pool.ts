import { EventEmitter } from 'node:events';
import type { PgNotification, PgPool, PgPoolClient, PgQueryResult } from 'bullmq';
import type { QueryResult } from './messages.ts';
import { DatabaseClosed, startDatabaseThread, type DatabaseThread } from './thread.ts';

/**
 * PGlite has neither autovacuum nor a checkpointer: without this, dead rows and the write-ahead log grow for ever.
 * Counted in queries (about two a job).
 */
const TIDY_EVERY = 50_000;

/** Queries that may wait for another client's transaction. Only migrations run in one, so this is never near. */
const MAX_WAITING = 10_000;

/**
 * PGlite's one connection in the shape of pg's Pool, as BullMQ's Postgres backend wants it.
 *
 * Queries outside of a transaction go straight through. A client owns the connection from its BEGIN to its COMMIT or
 * ROLLBACK (or its release, which rolls back): all others wait meanwhile. A client that is merely checked out owns
 * nothing, because BullMQ keeps one per worker for LISTEN as long as it lives.
 */
export class PglitePool extends EventEmitter implements PgPool {
  readonly #thread: DatabaseThread;
  readonly #clients: Set<PgliteClient>;
  #owner: PgliteClient | null = null;
  #waiting: (() => void)[] = [];
  #untilTidy = TIDY_EVERY;
  #ended: Promise<void> | null = null;

  private constructor(thread: DatabaseThread, clients: Set<PgliteClient>) {
    super();
    this.#thread = thread;
    this.#clients = clients;
  }

  /** @throws DatabaseError if the folder holds no database that can be opened */
  static async open(dataDir: string): Promise<PglitePool> {
    const clients = new Set<PgliteClient>();
    const pool: { current: PglitePool | null } = { current: null };
    const thread = await startDatabaseThread(dataDir, {
      onNotification: (channel, payload) => {
        for (const client of clients)
          client.emit('notification', { channel, payload } satisfies PgNotification);
      },
      onDeath: (error) => pool.current?.emit('error', error),
    });
    pool.current = new PglitePool(thread, clients);
    return pool.current;
  }

  async query<R>(text: string, params: readonly unknown[] = []): Promise<PgQueryResult<R>> {
    return this.run<R>(null, text, params);
  }

  async connect(): Promise<PgPoolClient> {
    if (this.#ended !== null) throw closed();
    const client = new PgliteClient(this);
    this.#clients.add(client);
    return client;
  }

  /** Refuses what comes from now on, lets what was asked finish, closes the database. */
  end(): Promise<void> {
    this.#ended ??= this.#close();
    return this.#ended;
  }

  /** A query of this client, or of none. */
  async run<R>(
    client: PgliteClient | null,
    text: string,
    params: readonly unknown[],
  ): Promise<PgQueryResult<R>> {
    const verb = /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase();
    while (this.#ended === null && this.#owner !== null && this.#owner !== client) await this.#turn();
    if (this.#ended !== null) throw closed();
    if (client !== null && (verb === 'begin' || verb === 'start')) this.#owner = client;
    try {
      return rowsOf<R>(await this.#thread.ask({ kind: 'query', text, params }));
    } finally {
      if (this.#owner === client && (verb === 'commit' || verb === 'rollback' || verb === 'end'))
        this.#disown();
      this.#tidySometimes();
    }
  }

  /** The client is not used any more; a transaction it left open is rolled back. */
  dismiss(client: PgliteClient): void {
    this.#clients.delete(client);
    if (this.#owner !== client || this.#ended !== null) return;
    void this.run(client, 'ROLLBACK', []).catch((error: unknown) => this.emit('error', error));
  }

  #disown(): void {
    this.#owner = null;
    const woken = this.#waiting;
    this.#waiting = [];
    for (const wake of woken) wake();
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= MAX_WAITING) {
      return Promise.reject(
        new Error(`the queue is overloaded: ${MAX_WAITING} queries wait for a transaction`),
      );
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #tidySometimes(): void {
    this.#untilTidy -= 1;
    if (this.#untilTidy > 0 || this.#owner !== null || this.#ended !== null) return;
    this.#untilTidy = TIDY_EVERY;
    void this.#thread.ask({ kind: 'tidy' }).catch((error: unknown) => this.emit('error', error));
  }

  async #close(): Promise<void> {
    this.#disown();
    await this.#thread.close();
  }
}

/** A client of the pool: the connection during its transactions, and an ear for notifications. */
class PgliteClient extends EventEmitter implements PgPoolClient {
  readonly #pool: PglitePool;

  constructor(pool: PglitePool) {
    super();
    this.#pool = pool;
  }

  query<R>(text: string, params: readonly unknown[] = []): Promise<PgQueryResult<R>> {
    return this.#pool.run<R>(this, text, params);
  }

  release(): void {
    this.#pool.dismiss(this);
  }
}

function closed(): DatabaseClosed {
  return new DatabaseClosed('the queue is closed');
}

/** The row type is what the caller of SQL says it is, as with pg. */
function rowsOf<R>(result: QueryResult): PgQueryResult<R> {
  return { rows: result.rows as R[], rowCount: result.rowCount };
}
