// The first hour of a developer: the key of the first start, curl, wrong requests, the reference, a client and a profile.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPerson } from './person.ts';

const CLIENT = `
const { SitegrepClient } = await import(process.env.CLIENT);
const client = new SitegrepClient({ baseUrl: process.env.URL, key: process.env.SITEGREP_KEY });
for await (const { domain } of client.search.all({ search_terms: ['wp-content/plugins'] })) console.log(domain);
await client.search.page({ search_terms: [] }).catch((error) => console.log(error.status, error.code, error.details));
`;

test('a developer', { timeout: 600_000 }, async () => {
  await using person = await openPerson();
  const { folder, shell, port } = person;
  const up = await person.open('sitegrep up');
  await up.shows('Next, in another terminal: ');
  const [line = ''] = /export SITEGREP_KEY=\S+/.exec(up.text()) ?? [];
  const url = `http://127.0.0.1:${port}`;
  shell['URL'] = url;
  shell['CLIENT'] = join(import.meta.dirname, '..', '..', 'packages', 'client', 'src', 'index.ts');
  shell['JSON'] = 'Content-Type: application/json';
  await person.run('sitegrep crawl bakery-lyon.example knitting-circle.example > crawl.log 2>&1');
  await writeFile(join(folder, 'search.json'), '{"search_terms": ["wp-content/plugins"], "limit": 1}');
  await writeFile(join(folder, 'client.mjs'), CLIENT);
  await mkdir(join(folder, '.config', 'sitegrep'), { recursive: true });

  // The line as it was printed, pasted into the shell.
  await person.run(`${line}; echo \${#SITEGREP_KEY}`);
  shell['SITEGREP_KEY'] = line.slice('export SITEGREP_KEY='.length);
  await writeFile(
    join(folder, '.config', 'sitegrep', 'profiles.json'),
    JSON.stringify({ home: { url, key: shell['SITEGREP_KEY'] } }),
  );
  const post = 'curl -sS -H "X-API-Key: $SITEGREP_KEY" -H "$JSON" $URL/html-source-code-search';
  const data = { isData: true };
  await person.run(`${post} -d @search.json | cut -c 1-60`, data);
  await person.run(`${post} -d '{"search_terms": ["a"'`, data);
  await person.run(`${post} -d '{"search_term": ["a"]}'`, data);
  await person.run(`${post}s -d @search.json`, data);
  await person.run(
    'curl -sS -H "X-API-Key: sg_wrong" -H "$JSON" $URL/html-source-code-search -d @search.json',
    data,
  );
  await person.run('curl -sS -H "$JSON" $URL/html-source-code-search -d @search.json', data);
  await person.run('curl -sS -H "X-API-Key: $SITEGREP_KEY" $URL/html-source-code-search', data);
  await person.run(
    `curl -sS -o /dev/null -w '%{http_code} %{redirect_url}\\n' -H 'Accept: text/html' $URL/`,
    data,
  );
  await person.run(`curl -sS $URL/docs | grep -o '<title>.*</title>'`, data);
  await person.run('curl -sS $URL/openapi.json | cut -c 1-60', data);
  await person.run('node client.mjs', data);
  await person.run('sitegrep search wp-content/plugins --url $URL');
  await person.run('sitegrep search wp-content/plugins --url $URL --key sg_wrong');
  await person.run('sitegrep search wp-content/plugins --profile home --limit 1');
  await person.run('sitegrep search wp-content/plugins --profile work', { isProse: true });
  await expect(person.transcript()).toMatchFileSnapshot('transcripts/developer.txt');
});
