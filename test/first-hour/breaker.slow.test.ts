// The first hour of somebody who breaks things: mistypes, wrong files, wrong addresses, and a server that is killed.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPerson, type Person } from './person.ts';

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]);

async function layOutFiles({ folder }: Person): Promise<void> {
  const bad = Array.from({ length: 30 }, (_, n) => `not a site ${n}`);
  await writeFile(join(folder, 'bad.txt'), [...bad, 'bakery-lyon.example'].join('\n'));
  await writeFile(join(folder, 'picture.png'), PNG);
  await writeFile(join(folder, 'half.json'), '{"pattern": ');
  await mkdir(join(folder, 'lists'));
}

test.each(['beside-up', 'alone'])('somebody who breaks things, %s', { timeout: 600_000 }, async (mode) => {
  await using person = await openPerson();
  await layOutFiles(person);
  if (mode === 'beside-up') {
    const up = await person.open('sitegrep up');
    await up.shows('Next, in another terminal: ');
  } else await mistype(person);
  await person.run('sitegrep crawl bad.txt');
  await person.run('sitegrep crawls cancel all');
  if (mode === 'beside-up') await giveWrongFiles(person);
  await person.run('sitegrep domains show "a site"');
  await expect(person.transcript()).toMatchFileSnapshot(`transcripts/breaker-${mode}.txt`);
});

async function giveWrongFiles(person: Person): Promise<void> {
  await person.run('sitegrep crawl missing.txt');
  await person.run('sitegrep crawl lists');
  await person.run('sitegrep crawl picture.png');
  await person.run('sitegrep search a --domains lists');
  await person.run('sitegrep search a --domains bad.txt');
  await person.run('sitegrep import lists');
  await person.run('sitegrep schedules put daily half.json');
}

/** Mistypes in which no server and no data have a part. */
async function mistype(person: Person): Promise<void> {
  await person.run('sitegrep');
  await person.run('sitegrep serach a');
  await person.run('sitegrep search a --jsn');
  await person.run('sitegrep search');
  await person.run('sitegrep search a --limit many');
  await person.run('sitegrep crawl');
  await person.run('sitegrep crawls list --url nonsense');
  await person.run('sitegrep crawls list --url 127.0.0.1:8080');
  await person.run('sitegrep crawls list --url http://127.0.0.1:9');
  await person.run('sitegrep crawls list --url http://127.0.0.1:9 --key sg_any');
  await person.run('sitegrep crawls list --url http://127.0.0.1:$SITEGREP_PORT --key sg_any', {
    isProse: true,
  });
  await person.run('SITEGREP_PORT=http sitegrep up');
  await person.run('SITEGREP_PRT=8080 sitegrep up');
  await person.run('SITEGREP_HOST=192.0.2.1 sitegrep up');
  await person.run('SITEGREP_DATA_DIR=/proc/sitegrep sitegrep up');
  await person.run('SITEGREP_DATA_DIR=picture.png sitegrep crawl bakery-lyon.example');
  await person.run('sitegrep backup /proc/backup');
  await person.run('sitegrep restore lists');
  await person.run('sitegrep restore nowhere');
}

test('somebody who kills the server, and starts it again', { timeout: 600_000 }, async () => {
  await using person = await openPerson();
  const killed = await person.open('sitegrep up');
  await killed.shows('Next, in another terminal: ');
  await person.run('sitegrep crawl bakery-lyon.example');
  process.kill(killed.pid, 'SIGKILL');
  expect(await killed.ended).toBe(-9);
  await person.run('sitegrep search wp-content');
  const again = await person.open('sitegrep up');
  await again.shows('Next, in another terminal: ');
  person.add(again);
  await person.run('sitegrep search wp-content');
  await expect(person.transcript()).toMatchFileSnapshot('transcripts/breaker-kills.txt');
});
