import { Page } from '../parts/Page.tsx';
import { CaptureImport } from './CaptureImport.tsx';
import { RankImport } from './RankImport.tsx';
import '../crawls/crawls.css';

/** Files that are read into the index: captures, and lists of ranks. */
export function ImportPage() {
  return (
    <Page name="import">
      <CaptureImport />
      <RankImport />
    </Page>
  );
}
