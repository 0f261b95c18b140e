// Compiled data as a file holds it and threads share it: typed arrays under names in one block of memory.
export { readShared } from './read-shared.ts';
export {
  packLists,
  packSections,
  packTexts,
  readLists,
  readSections,
  readTexts,
  type Lists,
  type Section,
  type Sections,
  type TextTable,
} from './sections.ts';
