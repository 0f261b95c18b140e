import { expect, test } from 'vitest';
import { checkRevisits } from './check.ts';
import { serveSampleRevisits } from './sample-web.ts';

const SITES = 150;

test(
  'crawls killed several times end with one outcome per site, and later crawls recognize unchanged sites',
  { timeout: 600_000 },
  async () => {
    const web = await serveSampleRevisits(SITES);
    try {
      const settings = { SITEGREP_SITES_IN_FLIGHT: '4' };
      const { crawls, problems } = await checkRevisits({ web, settings, kills: 2, everyChanged: 10 });
      expect(problems).toEqual([]);
      expect(crawls.map(({ outcomes }) => outcomes)).toEqual([
        { indexed: SITES },
        { indexed: SITES / 10, unchanged: (9 * SITES) / 10 },
        { unchanged: SITES },
      ]);
    } finally {
      await web.close();
    }
  },
);
