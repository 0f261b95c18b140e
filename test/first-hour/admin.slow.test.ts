// The first hour of an administrator: keys, imports, crawls, schedules, interruptions, backup and restore.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeSampleWarc } from '../support/sample-sites.ts';
import { openPerson, type Person } from './person.ts';
import { CTRL_C } from './terminal.ts';

const SCHEDULE = { pattern: '0 3 * * *', source: { domains: ['bakery-lyon.example'] } };

async function layOutFiles({ folder }: Person): Promise<void> {
  const warc = join(folder, 'sites.warc.gz');
  await writeSampleWarc(warc, 3);
  await writeFile(join(folder, 'broken.warc.gz'), (await readFile(warc)).subarray(0, 200));
  await writeFile(join(folder, 'empty.warc.gz'), '');
  await writeFile(join(folder, 'notes.warc'), 'buy milk\n');
  await mkdir(join(folder, 'more'));
  await writeFile(join(folder, 'daily.json'), JSON.stringify(SCHEDULE));
  await writeFile(join(folder, 'misspelt.json'), JSON.stringify({ ...SCHEDULE, patern: '' }));
}

/** The id in a text, for the next command. */
function idIn(text: string): string {
  const [id] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text) ?? [];
  if (id === undefined) throw new Error(`there is no id in ${text}`);
  return id;
}

test.each(['beside-up', 'alone'])('an administrator, %s', { timeout: 600_000 }, async (mode) => {
  await using person = await openPerson();
  const { shell } = person;
  await layOutFiles(person);
  if (mode === 'beside-up') {
    const up = await person.open('sitegrep up');
    await up.shows('Next, in another terminal: ');
  }

  shell['KEY_ID'] = idIn(await person.run('sitegrep keys create --name reports --scope search'));
  await person.run('sitegrep keys list');
  if (mode === 'beside-up') {
    await person.run('sitegrep keys revoke $KEY_ID');
    await person.run('sitegrep keys revoke reports');
  }

  await person.run('sitegrep import broken.warc.gz empty.warc.gz notes.warc more missing.warc sites.warc.gz');
  if (mode === 'beside-up') await person.run('sitegrep import empty.warc.gz');

  shell['CRAWL'] = idIn(await person.run('sitegrep crawl bakery-lyon.example nowhere.example'));
  await person.run('sitegrep crawls list');
  if (mode === 'beside-up') {
    await person.run('sitegrep crawls sites $CRAWL --failed');
    await person.run('sitegrep crawls show yesterday');
  }
  shell['AGAIN'] = idIn(await person.run('sitegrep crawls retry $CRAWL'));
  await person.run('sitegrep crawls watch $AGAIN');
  if (mode === 'alone') {
    await person.run('sitegrep crawls cancel $AGAIN');
    await person.run('sitegrep crawl --resume');
  }

  await interruptAndResume(person, mode);

  if (mode === 'beside-up') await schedule(person);
  await person.run('sitegrep stats');
  if (mode === 'beside-up') await person.run('sitegrep audit --limit 3');
  await person.run('sitegrep doctor | grep -E "data folder  (no )?process|ports"', { isProse: true });
  await person.run('sitegrep backup backup');
  if (mode === 'beside-up') await person.run('sitegrep restore backup');
  await person.run('SITEGREP_DATA_DIR=restored sitegrep restore backup');
  await expect(person.transcript()).toMatchFileSnapshot(`transcripts/admin-${mode}.txt`);
});

async function schedule(person: Person): Promise<void> {
  await person.run('sitegrep schedules list');
  await person.run('sitegrep schedules put daily daily.json');
  await person.run('sitegrep schedules put daily misspelt.json');
  await person.run('sitegrep schedules list');
  await person.run('sitegrep schedules delete dayly');
}

/** A site that does not answer is crawled, until the person has enough of it. */
async function interruptAndResume(person: Person, mode: string): Promise<void> {
  const crawl = await person.open('sitegrep crawl silent-monastery.example');
  await crawl.shows('1 site under way');
  crawl.press(CTRL_C);
  const code = await crawl.ended;
  person.add(crawl, `[exit ${code}]`);
  if (mode === 'alone') await person.run('SITEGREP_REQUEST_TIMEOUT=1s sitegrep crawl --resume');
  else {
    person.shell['CRAWL'] = idIn(crawl.text());
    await person.run('sitegrep crawls cancel $CRAWL > cancelled.txt');
    await person.run('sitegrep crawls watch $CRAWL');
  }
  if (mode === 'beside-up') await person.run('sitegrep crawl --resume');
}

test('an administrator starts, restarts, and starts once too often', { timeout: 600_000 }, async () => {
  await using person = await openPerson();
  const first = await person.open('sitegrep up');
  await first.shows('Next, in another terminal: ');
  person.add(first);
  await person.run('sitegrep up', { isProse: true });
  await person.run('SITEGREP_DATA_DIR=other sitegrep up');
  first.press(CTRL_C);
  expect(await first.ended).toBe(0);
  const second = await person.open('sitegrep up');
  await second.shows('Next, in another terminal: ');
  second.press(CTRL_C);
  const code = await second.ended;
  person.add(second, `[exit ${code}]`);
  await expect(person.transcript()).toMatchFileSnapshot('transcripts/admin-starts.txt');
});
