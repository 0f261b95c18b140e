// All matches of a search as text, for whoever writes them: the API and the command line.
export { EXPORT_TYPES, headOf, linesOf, type ExportFormat } from './format.ts';
export { exportRecords } from './records.ts';
