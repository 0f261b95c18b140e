/* Lists of what DataForSEO's clients can name. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, serve, type Served } from '../../test/served-api.ts';

let served: Served;
let key: string;
beforeAll(async () => {
  served = await serve();
  key = await served.key(['search', 'serp', 'video']);
});
afterAll(() => served.close());

async function listOf(path: string): Promise<readonly unknown[]> {
  const { body } = await ask(`${served.url}/v3/${path}`, { headers: { 'x-api-key': key } });
  const [task] = Object(body).tasks;
  expect(task).toMatchObject({ status_code: 20_000, path: ['v3', ...path.split('/')] });
  expect(task.result_count).toBe(task.result.length);
  return task.result;
}

test('technologies, in categories, in groups', async () => {
  const [all] = await listOf('domain_analytics/technologies/technologies');
  expect(all).toMatchObject({
    groups: expect.arrayContaining([
      expect.objectContaining({
        id: 'content',
        title: 'Content',
        categories: expect.arrayContaining([
          {
            id: 'cms',
            path: 'content.cms',
            title: 'CMS',
            technologies: expect.arrayContaining(['Drupal', 'WordPress']),
          },
        ]),
      }),
    ]),
  });
});

test('countries and languages of domains', async () => {
  const countries = await listOf('domain_analytics/technologies/locations');
  expect(countries).toContainEqual({ location_name: 'Germany', country_iso_code: 'DE' });
  expect(countries).toHaveLength(249);
  expect(await listOf('domain_analytics/technologies/languages')).toContainEqual({
    language_name: 'German',
    language_code: 'de',
  });
});

test('fields of filters, by their types', async () => {
  const fields = {
    domain_rank: 'num',
    domain: 'str',
    last_visited: 'time',
    country_iso_code: 'str',
    language_code: 'str',
    content_language_code: 'str',
    technologies: 'str',
    technologies_seen: 'str',
    plugins: 'str',
    themes: 'str',
    emails: 'str',
    email_domains: 'str',
    file: 'str',
    agent: 'str',
    tls: 'str',
    icon: 'str',
    facts_version: 'str',
    has: 'str',
    kind: 'str',
  };
  expect(await listOf('domain_analytics/technologies/available_filters')).toEqual([
    {
      domains_by_technology: fields,
      aggregation_technologies: fields,
      technologies_summary: fields,
      domains_by_html_terms: fields,
    },
  ]);
});

test.each(['google', 'youtube'])('locations and languages of searches: %s', async (engine) => {
  const locations = await listOf(`serp/${engine}/locations`);
  expect(locations).toContainEqual({
    location_code: 2_840,
    location_name: 'United States',
    location_code_parent: null,
    country_iso_code: 'US',
    location_type: 'Country',
  });
  expect(locations).toHaveLength(249);
  const languages = await listOf(`serp/${engine}/languages`);
  expect(languages).toEqual(
    expect.arrayContaining([
      { language_name: 'English', language_code: 'en' },
      { language_name: 'Chinese (Traditional)', language_code: 'zh-TW' },
    ]),
  );
});
