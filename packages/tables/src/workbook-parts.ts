// The parts of a workbook besides its rows (ECMA-376, Office Open XML).
import type { ColumnKind, TypedColumn } from './column-kind.ts';

/** Styles of cells, by their place in `STYLES`. */
export const STYLE = { plain: 0, header: 1, time: 2, quoted: 3 } as const;

/** A sheet that was written: its name and the cells that its filter covers, such as `$A$1:$L$501`. */
export interface WrittenSheet {
  readonly name: string;
  readonly area: string;
}

/** A part of a workbook: its path in the file, and its text. */
export type Part = readonly [path: string, text: string];

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const FORMATS = 'http://schemas.openxmlformats.org';
const MAIN = `${FORMATS}/spreadsheetml/2006/main`;
const OFFICE = `${FORMATS}/officeDocument/2006`;
const PACKAGE = `${FORMATS}/package/2006`;
const TYPE = 'application/vnd.openxmlformats-officedocument';

/** The part that names the others, by which programs recognise a workbook: it comes first. */
export const ROOT: Part = [
  '_rels/.rels',
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${OFFICE}/relationships/officeDocument" Target="xl/workbook.xml"/>` +
    `<Relationship Id="rId2" Type="${OFFICE}/relationships/custom-properties" Target="docProps/custom.xml"/>` +
    '</Relationships>',
];

/** Times are shown in full, whatever the language of the program. A text that may pass for a formula is marked as quoted. */
export const STYLES: Part = [
  'xl/styles.xml',
  `${HEAD}<styleSheet xmlns="${MAIN}">` +
    '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    '<cellXfs count="4">' +
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/>' +
    '</cellXfs>' +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
    '</styleSheet>',
];

/** The parts that follow the sheets. @param properties further properties of the document, as texts */
export function partsAfter(
  sheets: readonly WrittenSheet[],
  properties: Readonly<Record<string, string>>,
): readonly Part[] {
  return [
    ['docProps/custom.xml', customProperties(properties)],
    ['xl/workbook.xml', workbook(sheets)],
    ['xl/_rels/workbook.xml.rels', relationships(sheets)],
    ['[Content_Types].xml', contentTypes(sheets)],
  ];
}

/** A sheet up to its rows: the first one stays in view, and columns are as wide as their values need. */
export function sheetHead(columns: readonly TypedColumn[]): string {
  const widths = columns.map(
    ({ kind }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${WIDTHS[kind]}" customWidth="1"/>`,
  );
  return (
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
    `</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>`
  );
}

/** The end of a sheet, with the filter over its columns. @param area cells without `$` */
export function sheetEnd(area: string): string {
  return `</sheetData><autoFilter ref="${area}"/></worksheet>`;
}

/** Widths of columns in characters; a time that is wider than its cell is shown as `####`. */
const WIDTHS: { readonly [Kind in ColumnKind]: number } = {
  text: 30,
  texts: 30,
  technologies: 30,
  integer: 14,
  count: 14,
  time: 20,
  boolean: 12,
  json: 30,
};

/** Escapes a text for XML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function customProperties(properties: Readonly<Record<string, string>>): string {
  const list = Object.entries(properties).map(
    ([name, value], index) =>
      // The id of the set of custom properties, and their first number, are fixed.
      `<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="${index + 2}" name="${escaped(name)}">` +
      `<vt:lpwstr>${escaped(value)}</vt:lpwstr></property>`,
  );
  return `${HEAD}<Properties xmlns="${OFFICE}/custom-properties" xmlns:vt="${OFFICE}/docPropsVTypes">${list.join('')}</Properties>`;
}

function workbook(sheets: readonly WrittenSheet[]): string {
  const entries = sheets.map(
    ({ name }, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  // Excel itself stores the area of a filter under this name, too, and some programs read it there alone.
  const filters = sheets.map(
    ({ name, area }, index) =>
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">'${escaped(name)}'!${area}</definedName>`,
  );
  return (
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships"><sheets>${entries.join('')}</sheets>` +
    `<definedNames>${filters.join('')}</definedNames></workbook>`
  );
}

function relationships(sheets: readonly WrittenSheet[]): string {
  const entries = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/relationships/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  const styles = `<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/relationships/styles" Target="styles.xml"/>`;
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}${styles}</Relationships>`;
}

function contentTypes(sheets: readonly WrittenSheet[]): string {
  const parts = [
    ['/xl/workbook.xml', `${TYPE}.spreadsheetml.sheet.main+xml`],
    ['/xl/styles.xml', `${TYPE}.spreadsheetml.styles+xml`],
    ['/docProps/custom.xml', `${TYPE}.custom-properties+xml`],
    ...sheets.map((_, index) => [
      `/xl/worksheets/sheet${index + 1}.xml`,
      `${TYPE}.spreadsheetml.worksheet+xml`,
    ]),
  ];
  const overrides = parts.map(([path, type]) => `<Override PartName="${path}" ContentType="${type}"/>`);
  return (
    `${HEAD}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
  );
}
