import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry, AuditedAct, AuditLog, AuditQuery } from '../../src/records.ts';
import type { EmptyStore } from './empty-store.ts';

interface OpenLog {
  readonly audit: AuditLog;
  close(): Promise<void>;
}

const ACT: AuditedAct = {
  at: 1_700_000_000_000,
  actor: 'api_key',
  keyId: 'key-1',
  keyPrefix: 'sg_abcdefgh',
  sessionId: 'session-1',
  action: 'key.create',
  target: null,
  remoteAddress: '192.0.2.7',
  requestId: 'request-1',
};
const BY_HAND: AuditedAct = {
  ...ACT,
  actor: 'command_line',
  keyId: null,
  keyPrefix: null,
  sessionId: null,
  action: 'domain.delete',
  target: 'münchen "x"\\',
  remoteAddress: null,
  requestId: null,
};
const UNDER_WAY = { result: null, status: null };

/** Everything an audit log must do, whatever keeps it. */
export function describeAuditLog(name: string, emptyStore: EmptyStore<OpenLog>): void {
  describe(`audit log: ${name}`, () => {
    let log: OpenLog;
    let reopen: () => Promise<OpenLog>;
    beforeAll(async () => {
      reopen = await emptyStore();
      log = await reopen();
    });
    afterAll(() => log.close());
    const all = async (query: Partial<AuditQuery> = {}): Promise<readonly AuditEntry[]> =>
      (await log.audit.list({ limit: 1_000, ...query })).items;

    it('returns acts as they were added, latest first, whatever the clocks say', async () => {
      expect(await all()).toEqual([]);
      const first = await log.audit.add(ACT, null);
      const second = await log.audit.add({ ...BY_HAND, at: 5 }, { result: 'done', status: null });
      const third = await log.audit.add(ACT, { result: 'refused', status: 403, target: 'x.test' });
      expect(await all()).toEqual([
        { ...ACT, id: third, target: 'x.test', result: 'refused', status: 403 },
        { ...BY_HAND, id: second, at: 5, result: 'done', status: null },
        { ...ACT, id: first, ...UNDER_WAY },
      ]);
      expect(new Set([first, second, third]).size).toBe(3);
    });

    it('records how an act ended, once', async () => {
      const [named, unnamed] = [await log.audit.add(BY_HAND, null), await log.audit.add(ACT, null)];
      await log.audit.end(named, { result: 'failed', status: 503 });
      await log.audit.end(unnamed, { result: 'done', status: 201, target: 'key-9' });
      await log.audit.end(unnamed, { result: 'failed', status: 500, target: 'late' });
      await log.audit.end('999999', { result: 'done', status: 200 });
      expect((await all()).slice(0, 2)).toEqual([
        { ...ACT, id: unnamed, target: 'key-9', result: 'done', status: 201 },
        { ...BY_HAND, id: named, result: 'failed', status: 503 },
      ]);
    });

    it('is walked in pages, each entry once, while entries are added', async () => {
      for (let count = 0; count < 5; count++) await log.audit.add(ACT, null);
      const whole = (await all()).map(({ id }) => id);
      const walked: string[] = [];
      let after: string | null = '';
      while (after !== null) {
        const page = await log.audit.list({ limit: 2, ...(after !== '' && { after }) });
        walked.push(...page.items.map(({ id }) => id));
        after = page.next;
        await log.audit.add(ACT, null);
      }
      expect(walked).toEqual(whole);
    });

    it('is read by action, by key, and by both', async () => {
      const id = await log.audit.add({ ...ACT, keyId: 'key-2', action: 'key.revoke' }, null);
      await log.audit.add({ ...ACT, keyId: 'key-2', action: 'block.put' }, null);
      const entries = await all();
      expect(await all({ action: 'key.create' })).toEqual(
        entries.filter(({ action }) => action === 'key.create'),
      );
      expect(await all({ keyId: 'key-2' })).toEqual(entries.filter(({ keyId }) => keyId === 'key-2'));
      expect((await all({ keyId: 'key-2', action: 'key.revoke' })).map((entry) => entry.id)).toEqual([id]);
      expect(await all({ keyId: 'key-3' })).toEqual([]);
      const page = await log.audit.list({ limit: 1, keyId: 'key-2' });
      expect(page.next).not.toBeNull();
      expect(await log.audit.list({ limit: 1, keyId: 'key-2', after: page.next ?? '' })).toEqual({
        items: [expect.objectContaining({ id })],
        next: null,
      });
    });

    it('removes entries from before a time, up to a limit, the oldest first', async () => {
      const ids: string[] = [];
      for (const at of [30, 10, 20, 40]) ids.push(await log.audit.add({ ...ACT, at, keyId: 'key-4' }, null));
      const left = async () => (await all({ keyId: 'key-4' })).map(({ at }) => at);
      await log.audit.prune(10, 1_000);
      expect(await log.audit.prune(40, 2)).toBe(2);
      expect(await left()).toEqual([40, 30]);
      expect(await log.audit.prune(40, 2)).toBe(1);
      expect(await log.audit.prune(40, 2)).toBe(0);
      expect(await left()).toEqual([40]);
      expect(ids).not.toContain(await log.audit.add(ACT, null));
    });

    it('is the same to all who share the storage, and after it was closed and opened again', async () => {
      const other = await reopen();
      const ids = await Promise.all(
        [log, other, log, other].map(({ audit }) => audit.add({ ...ACT, keyId: 'key-5' }, null)),
      );
      expect(new Set(ids).size).toBe(4);
      const seen = (await other.audit.list({ limit: 10, keyId: 'key-5' })).items;
      expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(ids));
      await other.close();
      const before = await all();
      await log.close();
      log = await reopen();
      expect(await all()).toEqual(before);
    });
  });
}
