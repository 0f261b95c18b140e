import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PglitePool } from './pool.ts';

let folder: string;
let pool: PglitePool;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-pool-'));
  const made = await PglitePool.open(join(folder, 'database'));
  await made.end();
  await cp(join(folder, 'database'), join(folder, 'other'), { recursive: true });
  pool = await PglitePool.open(join(folder, 'database'));
  await pool.query('CREATE TABLE t (n int)');
});
afterAll(async () => {
  await pool.end();
  await rm(folder, { recursive: true });
});

const rows = async (where: string) =>
  (await pool.query<{ n: number }>(`SELECT n FROM t WHERE ${where} ORDER BY n`)).rows;

test('queries of others wait while a client is in a transaction, and see it whole', async () => {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('INSERT INTO t VALUES ($1)', [1]);
  const others = [rows('n < 10'), rows('n < 10')];
  await client.query('INSERT INTO t VALUES ($1)', [2]);
  await client.query('COMMIT');
  expect(await Promise.all(others)).toEqual([
    [{ n: 1 }, { n: 2 }],
    [{ n: 1 }, { n: 2 }],
  ]);
  client.release();
});

test('two transactions run one after the other', async () => {
  const transaction = async (n: number): Promise<number> => {
    const client = await pool.connect();
    await client.query('BEGIN');
    const before = await client.query<{ count: number }>('SELECT count(*)::int FROM t WHERE n = 10');
    await client.query('INSERT INTO t VALUES (10)');
    await client.query(n % 2 === 0 ? 'COMMIT' : 'ROLLBACK');
    client.release();
    return before.rows[0]?.count ?? Number.NaN;
  };
  expect(await Promise.all([transaction(0), transaction(1), transaction(2)])).toEqual([0, 1, 1]);
  expect(await rows('n = 10')).toHaveLength(2);
});

test('a client that is released in a transaction takes its work back', async () => {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('INSERT INTO t VALUES (20)');
  client.release();
  expect(await rows('n = 20')).toEqual([]);
});

test('an error keeps its SQLSTATE, and the connection goes on', async () => {
  await expect(pool.query('SELECT $1::int', ['nonsense'])).rejects.toMatchObject({ code: '22P02' });
  expect(await rows('n = 99')).toEqual([]);
});

test('a client hears notifications', async () => {
  const client = await pool.connect();
  await client.query('LISTEN doors');
  const heard = new Promise((resolve) => client.on('notification', resolve));
  await pool.query("SELECT pg_notify('doors', 'knock')");
  expect(await heard).toEqual({ channel: 'doors', payload: 'knock' });
  client.release();
});

test('what waits when the pool ends is refused, as is what comes later', async () => {
  const other = await PglitePool.open(join(folder, 'other'));
  const client = await other.connect();
  await client.query('BEGIN');
  const [waiting] = await Promise.allSettled([other.query('SELECT 1'), other.end()]);
  expect(waiting).toMatchObject({ status: 'rejected', reason: { message: 'the queue is closed' } });
  await expect(other.query('SELECT 1')).rejects.toThrow('the queue is closed');
  await expect(other.connect()).rejects.toThrow('the queue is closed');
});
