import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { openKeyStore } from '../../../storage/src/sqlite/records/key-store.ts';
import { inNewFolder } from '../../../storage/test/new-folders.ts';
import { AT, eventOf, HOSTILE, reportOf } from '../../test/events.ts';
import { deliverReport } from './report-deliveries.ts';
import { type MailServer, openMailServer, partsOf } from '../../test/mail-server.ts';
import { openWorld, searchWith, until, type World } from '../../test/telling-world.ts';
import type { MailDestination } from '../destinations.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const emptyStore = inNewFolder(openKeyStore);

function mailEvery(every: 'hour' | 'day'): MailDestination {
  return {
    kind: 'mail',
    name: 'people',
    on: ['appeared', 'disappeared'],
    count: null,
    since: 0,
    to: ['a@x.example', 'b@y.example'],
    every,
  };
}

let server: MailServer;
let world: World;
beforeEach(async () => {
  server = await openMailServer();
  onTestFinished(() => server.close());
  const store = await (await emptyStore())();
  onTestFinished(() => store.close());
  const mail = { smtpUrl: server.url, from: 'grep@sitegrep.example' };
  world = openWorld({ deliveries: store.deliveries, mail });
  world.now = AT;
  world.searches.set('shops', searchWith(mailEvery('hour')));
});

function start(): void {
  const stop = world.start();
  onTestFinished(stop);
}

const positionIs = (number: number): Promise<void> =>
  until(async () => (await world.deliveries.told('shops/people'))?.position === number);

it('events of an hour are one mail at its end, with a part as text and one as HTML', async () => {
  start();
  world.events.push(eventOf(1), eventOf(2, { kind: 'changed' }));
  await positionIs(2);
  world.events.push(eventOf(3, { at: AT + 59 * MINUTE, kind: 'disappeared', pages: [], total: 0 }));
  await positionIs(3);
  world.events.push(eventOf(4, { at: AT + HOUR, pages: ['https://d4.example/?a&b'] }));
  await positionIs(4);
  expect((await world.stored()).map(({ due }) => due)).toEqual([AT + HOUR + 10_000, AT + 2 * HOUR + 10_000]);
  expect(server.mails).toEqual([]);
  world.now = AT + HOUR + 10_000;
  await until(() => server.mails.length === 1);
  world.now = AT + 2 * HOUR + 10_000;
  await until(() => server.mails.length === 2);
  const [first, second] = server.mails;
  if (first === undefined || second === undefined) throw new Error('no mails');
  expect([first.from, first.to]).toEqual(['grep@sitegrep.example', ['a@x.example', 'b@y.example']]);
  expect(partsOf(first)).toMatchObject({
    subject: 'shops: 1 appeared, 1 disappeared',
    text: expect.stringContaining(
      '- appeared on d1.example\n  https://d1.example/\n- disappeared from d3.example\n',
    ) as unknown,
    html: expect.stringContaining(
      '<li>appeared on <a href="https://d1.example/">d1.example</a></li><li>disappeared from d3.example</li>',
    ) as unknown,
  });
  expect(partsOf(second).subject).toBe('shops: 1 appeared');
  expect(partsOf(second).html).toContain('<a href="https://d4.example/?a&amp;b">d4.example</a>');
  const ids = server.mails.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1]);
  expect(ids).toEqual((await world.stored()).map(({ id }) => `<${id}@sitegrep.example>`));
});

it('a day is one mail, and an event that comes after it is one more', async () => {
  world.searches.set('shops', searchWith(mailEvery('day')));
  start();
  world.events.push(eventOf(1), eventOf(2, { at: AT + HOUR }));
  await positionIs(2);
  world.now = AT + 2 * HOUR + 9_999;
  expect(await world.deliveries.due(world.now, 10)).toEqual([]);
  world.now++;
  await until(async () => (await world.stored()).every(({ state }) => state === 'delivered'));
  world.events.push(eventOf(3, { at: AT + HOUR }));
  await until(() => server.mails.length === 2);
  expect(server.mails.map((mail) => partsOf(mail).subject)).toEqual([
    'shops: 2 appeared',
    'shops: 1 appeared',
  ]);
});

it('hostile texts make no header, no markup and no link of a script', async () => {
  world.searches.set('shops', { ...searchWith(mailEvery('hour')), label: HOSTILE });
  start();
  world.events.push(
    eventOf(1, { pages: ['javascript:alert(1)'] }),
    eventOf(2, { pages: [`https://x/"><b>${HOSTILE}`] }),
  );
  await positionIs(2);
  world.now = AT + HOUR + 10_000;
  await until(() => server.mails.length === 1);
  const [mail] = server.mails;
  if (mail === undefined) throw new Error('no mail');
  const { subject, html } = partsOf(mail);
  expect(mail.to).toEqual(['a@x.example', 'b@y.example']);
  expect(mail.raw.split('\n\n', 1)[0]).not.toMatch(/^Bcc:/im);
  expect(subject).toBe(`${HOSTILE.replaceAll(/\p{Cc}+/gu, ' ')}: 2 appeared`);
  expect(html).not.toMatch(/<script|<b>|href="javascript|href="https:\/\/x\/">/);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;q&quot;');
});

it('a mail that is refused is sent again', async () => {
  server.refuse(451);
  start();
  world.events.push(eventOf(1));
  await positionIs(1);
  world.now = AT + HOUR + 10_000;
  await until(async () => (await world.stored())[0]?.attempts === 1);
  expect((await world.stored())[0]?.answers[0]).toMatchObject({ status: 451 });
  expect((await world.stored())[0]?.answers[0]?.text).toContain('no mail today');
  server.refuse(null);
  world.now += 5_000;
  await until(() => server.mails.length === 1);
});

it('a report is a mail at once, with its file, and once', async () => {
  const file = Buffer.from('news,domain\r\n'.repeat(150));
  const attachment = { name: 'shops-7.csv', type: 'text/csv; charset=utf-8', content: file };
  world.reports.set('shops 7', { report: reportOf(), attachment });
  const search = searchWith(mailEvery('day'));
  world.searches.set('shops', search);
  for (let times = 0; times < 2; times += 1)
    await deliverReport(world.deliveries, search, { born: 1, number: 7, endedAt: world.now });
  start();
  await until(async () => (await world.stored()).every(({ state }) => state === 'delivered'));
  expect(server.mails).toHaveLength(1);
  const [mail] = server.mails;
  if (mail === undefined) throw new Error('no mail');
  expect(mail.raw).toMatch(/^Subject: shops: report: 12 domains, 3 new, 1 gone$/m);
  expect(mail.raw).toMatch(/^Content-Type: text\/csv; charset=utf-8; name=shops-7\.csv$/m);
  const [, encoded = ''] = mail.raw.split(/^Content-Disposition: attachment; filename=shops-7\.csv\n\n/m);
  const [base64 = ''] = encoded.split('\n--', 1);
  expect(Buffer.from(base64, 'base64').equals(file)).toBe(true);
  expect(mail.raw).toContain('https://me.example/searches/shops/reports/7');
});

it('a report that is gone is told to nobody', async () => {
  const search = searchWith(mailEvery('day'));
  world.searches.set('shops', search);
  await deliverReport(world.deliveries, search, { born: 1, number: 8, endedAt: world.now });
  start();
  await until(async () => (await world.stored()).every(({ state }) => state === 'dead'));
  expect((await world.stored())[0]?.answers[0]?.text).toContain('the report was removed');
  expect(server.mails).toEqual([]);
});

it('without a server for mail a delivery says what is missing', async () => {
  world = openWorld({ deliveries: world.deliveries });
  world.now = AT + HOUR + 10_000;
  world.searches.set('shops', searchWith(mailEvery('hour')));
  start();
  world.events.push(eventOf(1));
  await until(async () => (await world.stored())[0]?.attempts === 1);
  expect((await world.stored())[0]?.answers[0]).toMatchObject({
    status: null,
    text: 'no server for mail: set SITEGREP_SMTP_URL',
  });
});
