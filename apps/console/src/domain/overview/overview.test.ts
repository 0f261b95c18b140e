import type { DomainAnswers, DomainThirdParties, FoundMatch, LabelInterval } from '@sitegrep/client';
import { describe, expect, test } from 'vitest';
import { hostsOf, newHosts } from './hosts.ts';
import { atDomain, matchLines } from './match-lines.ts';
import { recentBefore } from './recent.ts';
import { certificateText, fileText, robotsText } from './site-answers.ts';
import { groupName, technologiesOf } from './technology-groups.ts';

/** A time of a day of 2026. */
const day = (date: string): string => `2026-${date} 09:00:00 +00:00`;

function label(
  kind: LabelInterval['kind'],
  value: string,
  given: Partial<LabelInterval> = {},
): LabelInterval {
  return {
    kind,
    value,
    first_seen: day('01-01'),
    last_seen: day('10-01'),
    gone_at: null,
    missing_since: null,
    added_by: null,
    removed_by: null,
    visits_count: 2,
    seen: [],
    seen_left_out: 0,
    ...given,
  };
}

describe('technologies', () => {
  const tech = {
    other: { miscellaneous: ['Open Graph'] },
    analytics: { analytics: ['Google Ads', 'Google Analytics'] },
    content: { cms: ['WordPress'], blogs: ['WordPress'] },
    web_development: { programming_languages: ['PHP'] },
  };
  const items = [
    label('tech', 'WordPress'),
    label('tech_version', 'WordPress 6.8', { gone_at: day('09-01') }),
    label('tech_version', 'WordPress 6.9', { first_seen: day('09-01'), added_by: 'visit' }),
    label('tech_version', 'Google Analytics 4'),
    label('tech', 'Google Ads', { first_seen: day('09-15'), added_by: 'visit' }),
    label('tech', 'Google Analytics', { first_seen: day('09-15'), added_by: 'detector' }),
    label('tech', 'Matomo', { gone_at: day('09-20'), removed_by: 'visit' }),
    label('tech', 'Piwik', { gone_at: day('02-01'), removed_by: 'visit' }),
    label('tech', 'PHP'),
  ];

  test('stand in their groups, each once, with the versions that are there, what came, and what went lately', () => {
    const shown = technologiesOf(
      { tech, implied_tech: ['PHP'] },
      items,
      recentBefore([{ at: day('10-01') }]),
    );
    expect(shown).toEqual({
      groups: [
        { group: 'content', technologies: [{ name: 'WordPress', versions: ['6.9'], cameAt: null }] },
        {
          group: 'analytics',
          technologies: [
            { name: 'Google Ads', versions: [], cameAt: day('09-15') },
            // New fingerprints find what was there before.
            { name: 'Google Analytics', versions: ['4'], cameAt: null },
          ],
        },
        { group: 'other', technologies: [{ name: 'Open Graph', versions: [], cameAt: null }] },
      ],
      implied: ['PHP'],
      gone: [{ name: 'Matomo', at: day('09-20') }],
    });
  });

  test('without a history have neither versions nor days', () => {
    const { groups, gone } = technologiesOf({ tech, implied_tech: [] }, [], recentBefore([]));
    expect(groups.map(({ group }) => group)).toEqual(['content', 'analytics', 'web_development', 'other']);
    expect(groups.flatMap(({ technologies }) => technologies.flatMap(({ versions }) => versions))).toEqual(
      [],
    );
    expect(gone).toEqual([]);
  });

  test('have groups with names', () => expect(groupName('web_development')).toBe('Web development'));
});

test('lately is within ninety days before the last visit', () => {
  const isRecent = recentBefore([{ at: day('01-01') }, { at: day('10-01') }]);
  // 1 October is day 274 of the year, 3 July day 184.
  expect([day('07-03'), day('07-02')].map(isRecent)).toEqual([true, false]);
});

test('hosts come once, those of known technologies first, new ones marked unless something else named them before', () => {
  const parties: Pick<DomainThirdParties, 'categories' | 'others'> = {
    categories: [
      {
        category: 'a.b',
        name: 'B',
        hosts: [{ host: 'tags.example', kinds: ['script'], technologies: ['Tags'] }],
      },
      {
        category: 'c.d',
        name: 'D',
        hosts: [{ host: 'tags.example', kinds: ['script'], technologies: ['Tags'] }],
      },
    ],
    others: [
      { host: 'new.example', kinds: ['image'], technologies: [] },
      { host: 'old.example', kinds: ['image', 'script'], technologies: [] },
    ],
  };
  const came = { first_seen: day('09-20'), added_by: 'visit' } as const;
  const items = [
    label('host', 'new.example', came),
    label('host', 'old.example', { ...came, named_by: ['image', 'script'] }),
    label('host', 'old.example', { named_by: ['image'] }),
    label('host', 'gone.example', { ...came, gone_at: day('10-01') }),
  ];
  const come = newHosts(items, recentBefore([{ at: day('10-01') }]));
  expect(hostsOf(parties, come)).toEqual([
    { host: 'tags.example', technologies: ['Tags'], hasCome: false },
    { host: 'new.example', technologies: [], hasCome: true },
    { host: 'old.example', technologies: [], hasCome: false },
  ]);
});

describe('matches of a query', () => {
  const match = (line: number, given: Partial<FoundMatch> = {}): FoundMatch => ({
    term: 'gtag',
    scope: 'body',
    url: 'https://a.example/',
    offset: 100 * line,
    line,
    column: 3,
    before: '  ',
    match: 'gtag',
    after: "('config')",
    ...given,
  });

  test('are rows, the first four, each with its number and offset', () => {
    const lines = matchLines([1, 3, 5, 7, 9].map((line) => match(line)));
    expect(lines.map(({ number, offset }) => [number, offset])).toEqual([
      [1, 100],
      [3, 300],
      [5, 500],
      [7, 700],
    ]);
    expect(lines[0]?.pieces).toEqual([
      { text: 'gtag', kind: 'match' },
      { text: "('config')", kind: 'text' },
    ]);
  });

  test('show what stands right before them, so that a row shows the match', () => {
    const before = `${'x'.repeat(50)}12345678901234567890abcd`;
    const [line] = matchLines([match(1, { before, column: before.length + 1, offset: before.length })]);
    expect(line?.pieces.slice(0, 3)).toEqual([
      { text: '…', kind: 'gap' },
      { text: '12345678901234567890abcd', kind: 'text' },
      { text: 'gtag', kind: 'match' },
    ]);
  });

  test('are those of the domain alone, whatever the query is', () => {
    expect(atDomain('', 'a.example')).toBe('site:a.example -site:*.a.example');
    expect(atDomain('x OR y', 'a.example')).toBe('(x OR y) site:a.example -site:*.a.example');
  });
});

describe('answers of a site', () => {
  const agents: DomainAnswers['agents'] = [
    { agent: 'GPTBot', verdict: 'blocked' },
    { agent: 'CCBot', verdict: 'partly' },
    { agent: 'Applebot', verdict: 'allowed' },
  ];

  test('name the agents that may fetch nothing', () => {
    expect(robotsText(agents).text).toBe('blocks GPTBot; 1 agent partly');
    expect(robotsText(agents.slice(2)).text).toBe('blocks none of 1 known agents');
    const many = ['A', 'B', 'C', 'D', 'E', 'F'].map((agent) => ({ agent, verdict: 'blocked' as const }));
    expect(robotsText(many).text).toBe('blocks A, B, C, D and 2 more');
    expect(robotsText([])).toEqual({ text: 'not read', look: 'quiet' });
  });

  test('say which files are there, and what is over', () => {
    const file = (given: object) =>
      [
        { name: 'security.txt', status: 200, real: true, reason: null, bytes: 9, truncated: false, ...given },
      ] as unknown as DomainAnswers['files'];
    const security = (expires: string | null, expired: boolean) => ({
      security: { contact: [], expires, expired },
    });
    expect([
      fileText([], 'security.txt').text,
      fileText(file({ real: false }), 'security.txt').text,
      fileText(file({}), 'security.txt').text,
      fileText(file(security('2030-01-01T00:00:00Z', false)), 'security.txt').text,
    ]).toEqual(['not requested', 'none', 'there', 'until 2030-01-01']);
    expect(fileText(file(security('2020-01-01T00:00:00Z', true)), 'security.txt')).toEqual({
      text: 'expired on 2020-01-01',
      look: 'bad',
    });
  });

  test('say until when the certificate is valid', () => {
    const certificate = { not_after: day('06-15') } as NonNullable<DomainAnswers['certificate']>;
    const at = (date: string) => certificateText(certificate, new Date(`2026-${date}T00:00:00Z`));
    expect(at('06-01')).toEqual({ text: 'until 15 Jun 2026', look: 'usual' });
    expect(at('07-01')).toEqual({ text: 'expired on 15 Jun 2026', look: 'bad' });
    expect(certificateText(null, new Date()).look).toBe('quiet');
  });
});
