// Replaces a list of domains again and again until it is killed, and prints the number of each put that was acknowledged.
// Usage: killed-lists.ts DATA_DIR NAMES
import { openSqliteStorage } from '../src/sqlite/storage.ts';

const [dataDir = '', count = ''] = process.argv.slice(2);
const { domains } = await openSqliteStorage({ dataDir, readers: 1 });
for (let round = ((await domains.lists.get('killed'))?.changedAt ?? 0) + 1; ; round++) {
  const names = Array.from({ length: Number(count) }, (_, number) => `n${number}-of-${round}.test`);
  await domains.lists.put({ id: 'killed', at: round }, [names]);
  process.stdout.write(`${round}\n`);
}
