// Compiled data as a file holds it and threads share it: named typed arrays in one piece of memory.
export {
  packLists,
  packSections,
  packTexts,
  readLists,
  readSections,
  readShared,
  countTexts,
  readTexts,
  type Lists,
  type Section,
  type Sections,
  type TextTable,
} from './sections.ts';
