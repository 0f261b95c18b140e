import type { ImportedRanks } from '@sitegrep/client';
import { useState } from 'react';
import { upload as send } from '../api/upload.ts';
import { Rejected } from '../crawls/Rejected.tsx';
import { counted, number } from '../format.ts';
import { IMPORTS_TEXT } from '../text/crawls.ts';
import { FileInput } from './FileInput.tsx';
import { Sending } from './Sending.tsx';
import { useUpload } from './use-upload.ts';

const WORDS = IMPORTS_TEXT;

/** Reads a list of ranked domains. */
export function RankImport() {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [imported, show] = useState<ImportedRanks | null>(null);
  const [upload, start, stop] = useUpload();

  function begin(isReplacing: boolean): void {
    const [file] = files;
    if (file === undefined) return;
    show(null);
    start(async (sending) => {
      const path = `admin/ranks?replace=${isReplacing}`;
      // A file in gzip is recognised by its content.
      const answer = await send('importRanks', path, file, { 'content-type': 'text/csv' }, sending);
      const { data } = JSON.parse(answer) as { readonly data: ImportedRanks };
      show(data);
    });
  }

  return (
    <form
      className="stack submission"
      aria-label={WORDS.ranks}
      onSubmit={(event) => {
        event.preventDefault();
        begin(new FormData(event.currentTarget).has('replace'));
      }}
    >
      <h2>{WORDS.ranks}</h2>
      <p className="quiet">{WORDS.ranksLead}</p>
      <FileInput label={WORDS.chooseRanks} accept=".csv,.gz,text/csv" files={files} onFiles={setFiles} />
      <label className="row">
        <input type="checkbox" name="replace" />
        {WORDS.replace}
      </label>
      <Sending label={WORDS.importRanks} hasFiles={files.length > 0} upload={upload} stop={stop} />
      {imported !== null && (
        <div className="stack tight">
          <p role="status" className="good">
            {WORDS.ranked(counted(imported.domains, 'domain'), number(imported.indexed))}
            {imported.repeated > 0 && ` · ${WORDS.repeated(counted(imported.repeated, 'line'))}`}
            {imported.removed > 0 && ` · ${WORDS.removed(counted(imported.removed, 'domain'))}`}
          </p>
          <Rejected rejected={imported.rejected} />
        </div>
      )}
    </form>
  );
}
