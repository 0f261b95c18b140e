import { useEffect } from 'react';
import { TEXT } from '../text.ts';
import { IMPORTS_TEXT } from '../text/crawls.ts';
import { CaptureImport } from './CaptureImport.tsx';
import { RankImport } from './RankImport.tsx';
import '../crawls/crawls.css';

const WORDS = IMPORTS_TEXT;

/** Files that are read into the index: captures, and lists of ranks. */
export function ImportPage() {
  useEffect(() => {
    document.title = `${WORDS.title} · ${TEXT.name}`;
  }, []);
  return (
    <div className="page">
      <h1>{WORDS.title}</h1>
      <CaptureImport />
      <RankImport />
    </div>
  );
}
