// Backs up, or restores, and kills itself at the given one of its steps; prints how many there were if it comes to its end.
// Usage: killed-backup.ts back-up|restore FROM TO STEP
import { backUpDataFolder } from '../src/sqlite/backup/back-up.ts';
import { restoreDataFolder } from '../src/sqlite/backup/restore.ts';

const [kind, from = '', to = '', step = ''] = process.argv.slice(2);
let steps = 0;
const onProgress = (): void => {
  steps++;
  if (steps === Number(step)) process.kill(process.pid, 'SIGKILL');
};
if (kind === 'back-up')
  await backUpDataFolder({ dataDir: from, target: to, version: '1.2.3', verify: true, onProgress });
else await restoreDataFolder({ source: from, dataDir: to, onProgress });
process.stdout.write(String(steps));
