// The first hour of an analyst: crawl a list, search it, filter, export, and mistype some.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPerson, type Person } from './person.ts';

const LIST = [
  'bakery-lyon.example',
  'knitting-circle.example',
  'daily-invention.example',
  'nowhere.example',
  '1.2.3',
  '',
];

test.each(['beside-up', 'alone'])('an analyst, %s', { timeout: 600_000 }, async (mode) => {
  await using person = await openPerson();
  await writeFile(join(person.folder, 'domains.txt'), LIST.join('\n'));
  if (mode === 'beside-up') {
    const up = await person.open('sitegrep up');
    await up.shows('Next, in another terminal: ');
    person.add(up);
  }
  await person.run('sitegrep search wp-content');
  await person.run('sitegrep search wp-content stie:bakery-lyon.example');
  await person.run('sitegrep crawl domains.txt');
  await person.run('sitegrep search wp-content');
  await person.run('sitegrep search nobody-has-this');
  if (mode === 'beside-up') await searchFurther(person);
  await person.run('sitegrep domains show bakery-lyon.example');
  if (mode === 'beside-up') await person.run('sitegrep domains show bakery-lion.example');
  await expect(person.transcript()).toMatchFileSnapshot(`transcripts/analyst-${mode}.txt`);
});

/** Searches whose answers a server and the command by itself make in the same way. */
async function searchFurther(person: Person): Promise<void> {
  await person.run('sitegrep search .example --fields domain,title,email --limit 2');
  await person.run('sitegrep search .example --json --limit 2 > found.ndjson; wc -l < found.ndjson');
  await person.run(
    'sitegrep search wp-content --format csv --fields domain,email > found.csv; cat found.csv',
    {
      isData: true,
    },
  );
  await person.run('sitegrep search nobody-has-this --json');
  await person.run('sitegrep search wp-content tech:WordPres');
  await person.run('sitegrep search country:Frnace');
  await person.run('sitegrep search site:WWW.Bakery-Lyon.example');
  // A snippet is source of a page, which is shown as it is.
  await person.run(`sitegrep search '/wp-content\\/themes\\/([a-z-]+)/' --snippets --limit 1`, {
    isData: true,
  });
  await person.run('sitegrep search wp-content OR');
  await person.run(`sitegrep search 'link:mailto' --pages --limit 2`);
  await person.run('sitegrep search wp-content --order titel,asc');
}
