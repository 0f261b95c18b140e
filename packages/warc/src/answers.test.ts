import {
  BROKEN_FORMS,
  CODING_FORMS,
  CUT_FORMS,
  FRAMING_FORMS,
  HEAD_FORMS,
  INTERIM_FORMS,
  PAGE,
  REFUSED_FORMS,
  TYPE_FORMS,
} from '@sitegrep/http/test/answers';
import { expect, test } from 'vitest';
import { readAll, record } from '../test/warc-files.ts';

const STORED = [
  ...HEAD_FORMS,
  ...INTERIM_FORMS,
  ...FRAMING_FORMS,
  ...CODING_FORMS,
  ...TYPE_FORMS,
  ...BROKEN_FORMS,
];

test.each(STORED.map((form) => [form.name, form] as const))(
  '%s: a stored answer gives what a crawl makes of it',
  async (_name, { bytes, result }) => {
    const { pages } = await readAll(record(bytes));
    const read = pages.map(({ body, truncated }) => [Buffer.from(body).toString(), truncated]);
    expect(read).toEqual(result === 'none' ? [] : [[PAGE, result === 'truncated']]);
  },
);

test.each([...CUT_FORMS, ...REFUSED_FORMS].map((form) => [form.name, form] as const))(
  '%s: a stored answer gives its page unless it has no head',
  async (name, { bytes }) => {
    const { pages } = await readAll(record(bytes));
    const read = pages.map(({ body }) => Buffer.from(body).toString());
    expect(read).toEqual(name === 'no status line' ? [] : [PAGE]);
  },
);
