// A process that makes the queue's database and ends.
import { openDatabase } from './database.ts';
import type { MakingFailed } from './make-database.ts';

const [databaseDir = ''] = process.argv.slice(2);
// If whoever waits for it is killed, there is nobody to make it for.
process.once('disconnect', () => process.exit(1));
try {
  const database = await openDatabase(databaseDir);
  await database.close();
  process.exit(0);
} catch (error) {
  const failed: MakingFailed = { message: error instanceof Error ? error.message : String(error) };
  process.send?.(failed, () => process.exit(1));
}
