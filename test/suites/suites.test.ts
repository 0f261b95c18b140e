import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { archives } from './archives.ts';
import { encodingCases } from './encodings.ts';
import { mimeCases } from './mime-types.ts';
import { robotsCases } from './robots.ts';
import { reportOf } from './suite.ts';
import { tokenizerCases } from './tokenizer.ts';

test('expectations of a C++ test file are read with their strings, and counted where they can not be', () => {
  const source = String.raw`
    TEST(Group, First) {
      // EXPECT_TRUE(IsUserAgentAllowed("", "bot", "http://a.example/comment"));
      const absl::string_view file = "User-agent: \x62ot\n"
          "Disallow: /private, \"quoted\"\n";
      EXPECT_TRUE(IsUserAgentAllowed(file, "bot", "http://a.example/open"));
      EXPECT_TRUE(
          IsUserAgentAllowed(file, "bot", "http://a.example/private, \"quoted\""));
    }
    TEST(Group, Second) {
      EXPECT_FALSE(IsUserAgentAllowed(file, "bot", "http://a.example/"));
      std::string own = "user-agent: *\n";
      absl::StrAppend(&own, "disallow: /\n");
      EXPECT_FALSE(IsUserAgentAllowed(own, "bot", "http://a.example/"));
      EXPECT_FALSE(IsUserAgentAllowed("user-agent: *\ndisallow: /\n", "bot", "http://a.example/"));
    }`;
  expect(robotsCases(source)).toEqual({
    cases: [
      { key: 'First 1', expected: 'allowed', actual: 'allowed' },
      { key: 'First 2', expected: 'allowed', actual: 'disallowed' },
      { key: 'Second 3', expected: 'disallowed', actual: 'disallowed' },
    ],
    unread: 2,
  });
});

test('pages of a list of encodings are read as octets', () => {
  const text =
    '#data\n\xef\xbb\xbf<p>\n#encoding\nUTF-8\n\n#data\n<meta\ncharset=latin2>\n#encoding\nlatin1\n\n#data\n\n#encoding\nlatin1\n';
  expect(encodingCases('a.dat', text)).toEqual([
    { key: 'a.dat 1', expected: 'utf-8', actual: 'utf-8' },
    { key: 'a.dat 2', expected: 'windows-1252', actual: 'iso-8859-2' },
    { key: 'a.dat 3', expected: 'windows-1252', actual: 'windows-1252' },
  ]);
});

test('start tags and text are compared, and cases within raw text are not read', () => {
  const tests = [
    {
      input: '<p title=a&amp;b>x<!--c-->&lt;y',
      output: [
        ['StartTag', 'p', { title: 'a&b' }],
        ['Character', 'x<y'],
      ],
    },
    {
      input: '<i>\\u0041',
      output: [
        ['StartTag', 'b', {}],
        ['Character', '\\u0041'],
      ],
      doubleEscaped: true,
    },
    { input: 'x', output: [['Character', 'x']], initialStates: ['RCDATA state'] },
  ];
  expect(tokenizerCases('a.test', JSON.stringify({ tests }))).toEqual({
    cases: [
      { key: 'a.test 1', expected: '[["p",{"title":"a&b"}],"x<y"]', actual: '[["p",{"title":"a&b"}],"x<y"]' },
      { key: 'a.test 2', expected: '[["b",{}],"A"]', actual: '[["i",{}],"A"]' },
    ],
    unread: 1,
  });
});

test('media types are compared without their parameters', () => {
  const list = [
    'Heading',
    { input: 'IMAGE/Png; a="b"', output: 'image/png;a=b' },
    { input: 'image', output: null },
    { input: 'image/\u0100', output: null },
  ];
  expect(mimeCases('a.json', JSON.stringify(list))).toEqual({
    cases: [
      { key: 'a.json "IMAGE/Png; a=\\"b\\""', expected: 'image/png', actual: 'image/png' },
      { key: 'a.json "image"', expected: 'none', actual: 'none' },
    ],
    unread: 1,
  });
});

test('records of archives are counted, and a file that is missing is not read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitegrep-suites-'));
  try {
    const record =
      'WARC/1.0\r\nWARC-Type: warcinfo\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nContent-Length: 2\r\n\r\nab\r\n\r\n';
    await writeFile(join(folder, 'one.warc'), record);
    await writeFile(join(folder, 'two.warc'), record + record);
    const expected = { 'one.warc': '1 record', 'two.warc': '3 records', 'none.warc': '1 record' };
    expect(await archives('own', folder, expected)).toEqual({
      name: 'own',
      cases: [
        { key: 'one.warc', expected: '1 record', actual: '1 record' },
        { key: 'two.warc', expected: '3 records', actual: '2 records' },
      ],
      unread: 1,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe('a report', () => {
  const cases = [
    { key: 'one', expected: 'a', actual: 'a' },
    { key: 'two', expected: 'a', actual: 'b' },
  ];

  test('prints disagreements with their reasons', () => {
    expect(reportOf({ name: 'suite', cases, unread: 3 }, { two: 'it is so' })).toEqual({
      lines: ['suite: 2 cases, 1 agreements, 3 not read', '  two: the suite says a, sitegrep b: it is so'],
      failures: 0,
    });
  });

  test('fails for a disagreement without a reason, and for a reason without a disagreement', () => {
    expect(reportOf({ name: 'suite', cases, unread: 0 }, { one: 'it was so' })).toEqual({
      lines: [
        'suite: 2 cases, 1 agreements',
        '  two: the suite says a, sitegrep b: NO REASON',
        '  one: agrees; remove its reason from test/suites/reasons.ts',
      ],
      failures: 2,
    });
  });
});
