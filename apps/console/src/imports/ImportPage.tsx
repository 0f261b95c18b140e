import { Page } from '../parts/Page.tsx';
import { CaptureImport } from './CaptureImport.tsx';
import { CommonCrawlImport } from './CommonCrawlImport.tsx';
import { RankImport } from './RankImport.tsx';
import '../crawls/crawls.css';

/** Forms for captures of files, those of Common Crawl, and lists of ranks. */
export function ImportPage() {
  return (
    <Page name="import">
      <CaptureImport />
      <CommonCrawlImport />
      <RankImport />
    </Page>
  );
}
