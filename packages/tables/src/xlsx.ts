// Exports as workbooks of Excel.
import { type TableLayout, typedColumnsOf } from './column-kind.ts';
import { type ExportRecord, valueOf } from './format.ts';
import { type Cells, workbookBytes, type WrittenRows } from './workbook.ts';

/** Property of the document with the token that continues after it, empty if nothing follows. */
const TOKEN = 'sitegrep.offset_token';

/**
 * Writes records as a workbook. Its columns are those of CSV without `type` and `offset_token`; the last token is a property
 * of the document, as `sitegrep.offset_token`.
 */
export function xlsxBytes(
  layout: TableLayout,
  batches: AsyncIterable<readonly ExportRecord[]>,
  onWritten?: (written: WrittenRows) => void,
): AsyncGenerator<Uint8Array, void> {
  const columns = typedColumnsOf(layout);
  let token = '';
  async function* rows(): AsyncGenerator<Cells, void> {
    for await (const records of batches) {
      for (const record of records) {
        token = record.offsetToken;
        yield columns.map(({ name }) => valueOf(name, record));
      }
    }
  }
  return workbookBytes({
    name: `${layout.level}s`,
    columns,
    rows: rows(),
    properties: () => ({ [TOKEN]: token }),
    ...(onWritten === undefined ? {} : { onWritten }),
  });
}
