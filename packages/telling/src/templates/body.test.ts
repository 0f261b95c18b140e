import { expect, it } from 'vitest';
import { AT, eventOf, HOSTILE, reportOf } from '../../test/events.ts';
import { countMessage, eventsMessage, reportMessage, testMessage } from '../message.ts';
import { bodyOf } from './body.ts';

const SHOPS = { id: 'shops', label: null };

it('one event is a message of its kind, several are one message', () => {
  const gone = eventOf(7, { kind: 'disappeared', pages: [], total: 0, by: 'deletion' });
  expect(JSON.parse(bodyOf(eventsMessage(SHOPS, [gone]), 'standard'))).toEqual({
    type: 'search.disappeared',
    timestamp: '2026-11-29T22:00:00.007Z',
    data: {
      search: { id: 'shops', label: 'shops' },
      event: {
        type: 'search.disappeared',
        number: 7,
        at: '2026-11-29T22:00:00.007Z',
        domain: 'd7.example',
        revision: 107,
        pages: [],
        total_pages: 0,
        by: 'deletion',
      },
    },
  });
  const both: unknown = JSON.parse(bodyOf(eventsMessage(SHOPS, [gone, eventOf(9)]), 'standard'));
  expect(both).toMatchObject({
    type: 'search.events',
    timestamp: '2026-11-29T22:00:00.009Z',
    data: { events: [{ number: 7 }, { number: 9, type: 'search.appeared' }] },
  });
});

it('a message about several events names five pages of each', () => {
  const pages = Array.from({ length: 20 }, (_, at) => `https://d.example/${at}`);
  const events = [eventOf(1, { pages, total: 30 }), eventOf(2)] as const;
  const { data } = eventsMessage(SHOPS, events);
  expect(data.events?.map((event) => [event.pages.length, event.total_pages])).toEqual([
    [5, 30],
    [1, 1],
  ]);
  expect(eventsMessage(SHOPS, [events[0]]).data.event?.pages).toEqual(pages);
});

it('a count and a test have messages of their own', () => {
  const count = { domains: 1, bound: 0, is_above: true };
  expect(JSON.parse(bodyOf(countMessage(SHOPS, count, AT), 'standard'))).toEqual({
    type: 'search.count',
    timestamp: '2026-11-29T22:00:00.000Z',
    data: { search: { id: 'shops', label: 'shops' }, count },
  });
  expect(JSON.parse(bodyOf(testMessage(SHOPS, AT), 'slack'))).toEqual({
    text: 'shops: a test, this receiver works',
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'shops: a test, this receiver works' } }],
  });
  expect(bodyOf(countMessage(SHOPS, count, AT), 'slack')).toContain('1 domain fulfils it: more than 0');
});

it('Slack gets escaped text and links, within its limits', () => {
  const [first, ...events] = Array.from({ length: 100 }, (_, at) =>
    eventOf(at, { pages: [`https://d.example/<a|b>&${'x'.repeat(460)}`], total: 2 }),
  );
  if (first === undefined) throw new Error('no event');
  const message = eventsMessage({ id: 'shops', label: HOSTILE }, [first, ...events]);
  const { text, blocks } = JSON.parse(bodyOf(message, 'slack')) as {
    text: string;
    blocks: { text: { text: string } }[];
  };
  expect(text).toMatch(/^&lt;!channel&gt; &lt;script&gt;alert\(1\)&lt;\/script&gt; &amp; "q" /);
  expect(text).not.toMatch(/\p{Cc}/u);
  expect(text.endsWith(': 100 appeared')).toBe(true);
  expect(blocks.length).toBeLessThanOrEqual(50);
  expect(Math.max(...blocks.map(({ text: { text: section } }) => section.length))).toBeLessThanOrEqual(3_000);
  const lines = blocks.slice(1).flatMap((block) => block.text.text.split('\n'));
  expect(lines).toHaveLength(100);
  expect(lines[5]).toBe(
    `• appeared on <https://d.example/&lt;a%7Cb&gt;&amp;${'x'.repeat(460)}|d5.example> (2 pages)`,
  );
  const long = eventsMessage(SHOPS, [eventOf(1, { pages: [`https://d.example/${'x'.repeat(500)}`] })]);
  expect(bodyOf(long, 'slack')).toContain('• appeared on d1.example"');
});

it('Teams gets a card of runs without markup, which says how many lines it leaves out', () => {
  const [first, ...events] = Array.from({ length: 27 }, (_, at) => eventOf(at));
  if (first === undefined) throw new Error('no event');
  const body = bodyOf(eventsMessage({ id: 'shops', label: HOSTILE }, [first, ...events]), 'teams');
  const card: unknown = JSON.parse(body);
  expect(card).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: { type: 'AdaptiveCard', version: '1.4' },
      },
    ],
  });
  const { body: blocks } = (
    card as {
      attachments: { content: { body: { type: string; inlines: { type: string; text: string }[] }[] } }[];
    }
  ).attachments[0]?.content ?? { body: [] };
  expect(blocks).toHaveLength(27);
  expect(blocks.every(({ type }) => type === 'RichTextBlock')).toBe(true);
  expect(blocks.at(-1)?.inlines).toEqual([{ type: 'TextRun', text: 'and 2 more' }]);
  expect(blocks[1]?.inlines).toEqual([
    { type: 'TextRun', text: 'appeared on ' },
    {
      type: 'TextRun',
      text: 'd0.example',
      selectAction: { type: 'Action.OpenUrl', url: 'https://d0.example/' },
    },
  ]);
  expect(blocks[0]?.inlines[0]?.text).not.toMatch(/\p{Cc}/u);
  expect(Buffer.byteLength(body)).toBeLessThan(28_000);
});

it('a report has its counts and its file; chats get a sentence with the link', () => {
  const report = reportOf({ cut: true, complete: false });
  const message = reportMessage({ id: 'shops', label: HOSTILE }, report);
  expect(JSON.parse(bodyOf(message, 'standard'))).toMatchObject({
    type: 'report.ready',
    timestamp: '2026-11-29T22:00:00.000Z',
    data: { search: { id: 'shops' }, report },
  });
  const { blocks } = JSON.parse(bodyOf(message, 'slack')) as { blocks: { text: { text: string } }[] };
  expect(blocks[0]?.text.text.endsWith(': report: 12 domains, 3 new, 1 gone')).toBe(true);
  expect(blocks[1]?.text.text.split('\n')).toEqual([
    'Not all that occurred since 2026-11-22T22:00:00.000Z is known: what is new may be incomplete.',
    'The file has the first 13 rows.',
    '<https://me.example/searches/shops/reports/7?key=k|Download (CSV, 2 KB)>',
  ]);
  const teams = bodyOf(message, 'teams');
  expect(teams).toContain('"url":"https://me.example/searches/shops/reports/7?key=k"');
  // Where no address of the instance is known, there is nothing to link to.
  const unlinked = reportMessage(
    { id: 'shops', label: null },
    reportOf({ file: '/searches/shops/reports/7?key=k' }),
  );
  expect(bodyOf(unlinked, 'slack')).toContain('Download (CSV, 2 KB): /searches/shops/reports/7?key=k');
  expect(bodyOf(unlinked, 'teams')).not.toContain('Action.OpenUrl');
});
