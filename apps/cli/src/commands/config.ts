import { Command } from 'commander';
import { effectiveSettings } from '@sitegrep/config';
import { readConfig } from '../instance.ts';
import { renderTable } from '../table.ts';

export function configCommand(): Command {
  return new Command('config')
    .description('Print every setting with its current value; secrets are masked')
    .option('--json', 'print the settings as JSON', false)
    .action((options: { readonly json: boolean }) => {
      const settings = effectiveSettings(readConfig());
      if (options.json) {
        process.stdout.write(`${JSON.stringify(settings, null, 2)}\n`);
        return;
      }
      const rows = settings.map(({ variable, value, isDefault }) => [
        variable,
        value,
        isDefault ? 'default' : 'set',
      ]);
      process.stdout.write(
        `${renderTable([{ title: 'VARIABLE' }, { title: 'VALUE' }, { title: 'FROM' }], rows)}\n`,
      );
    });
}
