import { MAX_CELL, MAX_SHEET_ROWS, type WrittenRows } from '@sitegrep/tables/workbook';
import { counted, formatCount } from './terminal.ts';

/** Tells on standard error what a workbook has otherwise than is expected. */
export function tellOfWorkbook({ rows, sheets, cutCells }: WrittenRows): void {
  if (sheets > 1)
    process.stderr.write(
      `${counted(rows, 'row')}: a sheet of Excel has ${formatCount(MAX_SHEET_ROWS)} at most, so they are on ${formatCount(sheets)} sheets\n`,
    );
  if (cutCells > 0)
    process.stderr.write(
      `${counted(cutCells, 'text was', 'texts were')} cut: a cell of Excel has ${formatCount(MAX_CELL)} characters at most; --format csv has whole texts\n`,
    );
}
