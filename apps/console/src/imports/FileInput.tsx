import { size } from '../format.ts';
import { DropZone } from '../parts/DropZone.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { IMPORTS_TEXT } from '../text/crawls.ts';

interface FileInputProps {
  readonly label: string;
  readonly accept: string;
  readonly isMultiple?: boolean;
  readonly files: readonly File[];
  readonly onFiles: (files: readonly File[]) => void;
}

/** Files that are chosen or dropped. */
export function FileInput({ files, onFiles, ...zone }: FileInputProps) {
  return (
    <DropZone
      {...zone}
      hint={IMPORTS_TEXT.drop}
      // The order of a crawl's files is that of their names.
      onFiles={(chosen) => onFiles(chosen.toSorted((a, b) => (a.name < b.name ? -1 : 1)))}
    >
      {files.length > 0 && (
        <ul className="stack tight">
          {files.map((file) => (
            <li key={file.name} className="row">
              <Foreign text={file.name} /> <span className="quiet">{size(file.size)}</span>
            </li>
          ))}
        </ul>
      )}
    </DropZone>
  );
}
