import type { ProviderUnderTest } from '../../conformance/subject.ts';
import { ytDlpVideoInfo, ytDlpVideoSerp } from './subjects.ts';

/** Stands in for the program: prints what the server at its first argument answers, or fails with it. */
const FETCH_AND_PRINT = new URL('./fetch-and-print.ts', import.meta.url).pathname;

export const ytDlpUnderTest: ProviderUnderTest<'yt-dlp'> = {
  environment: (origin) => ({ SITEGREP_YT_DLP_COMMAND: `${process.execPath} ${FETCH_AND_PRINT} ${origin}` }),
  subjects: { 'video-info': ytDlpVideoInfo, 'video-serp': ytDlpVideoSerp },
};
