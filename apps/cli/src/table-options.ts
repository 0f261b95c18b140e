import { type Command, Option } from 'commander';
import { CommandFailed } from './failure.ts';
import { formatMissing, withFormatOfFile } from './file-format.ts';
import { TABLE_FORMATS, type TableFormat } from './table-file.ts';

/** Options of a command that prints a table, or writes all of it as a file for programs and people. */
export interface TableOptions {
  readonly json: boolean;
  readonly format?: TableFormat;
  readonly bom: boolean;
  readonly out?: string;
}

/** Adds the options of `TableOptions`. @param noun a row in words, such as `query` */
export function withTableOptions(command: Command, noun: string): Command {
  return command
    .option('--json', `print each ${noun} as one line of JSON, instead of a table`, false)
    .addOption(
      new Option(
        '--format <format>',
        `write every ${noun} as JSON lines, CSV or a workbook of Excel`,
      ).choices(TABLE_FORMATS),
    )
    .option(
      '--bom',
      'with --format csv: begin with a byte order mark, by which Excel recognises UTF-8',
      false,
    )
    .option(
      '--out <file>',
      'write to this file, which appears when it is complete; its ending says the format, unless --format does',
    );
}

/** Options with the format that the name of the file says, unless one is given. */
export function formattedByFile<Options extends TableOptions>(options: Options): Options {
  return withFormatOfFile(options, TABLE_FORMATS);
}

/** @throws CommandFailed if an option needs another one that is not given */
export function checkTableOptions({ format, bom, out }: TableOptions): void {
  if (bom && format !== 'csv')
    throw new CommandFailed('--bom needs --format csv: add it, or leave --bom out.');
  if (out !== undefined && format === undefined) throw new CommandFailed(formatMissing(TABLE_FORMATS));
  if (format === 'xlsx' && out === undefined && process.stdout.isTTY)
    throw new CommandFailed('--format xlsx is not text for a terminal: add --out FILE.');
}
