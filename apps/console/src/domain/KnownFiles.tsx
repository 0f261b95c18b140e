import { useQuery } from '@tanstack/react-query';
import type { DomainAnswers } from '@sitegrep/client';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { counted, number, size } from '../format.ts';
import { Foreign, shownLines } from '../parts/Foreign.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { ANSWERS_TEXT as WORDS } from '../text/domain.ts';

type File = DomainAnswers['files'][number];

/** Well-known files with what they are; a button shows the text of one. */
export function KnownFiles({ domain, files }: { readonly domain: string; readonly files: readonly File[] }) {
  const [shown, setShown] = useState<string | null>(null);
  const columns: readonly Column<File>[] = [
    {
      text: WORDS.name,
      cell: ({ name, real: isReal }) =>
        isReal ? (
          <button
            type="button"
            className="link-button mono"
            aria-expanded={shown === name}
            aria-label={WORDS.show(name)}
            onClick={() => setShown(shown === name ? null : name)}
          >
            {name}
          </button>
        ) : (
          <span className="mono">{name}</span>
        ),
    },
    { text: WORDS.status, isNumber: true, cell: ({ status }) => status },
    { text: WORDS.size, isNumber: true, cell: ({ real: isReal, bytes }) => isReal && size(bytes) },
    { text: WORDS.verdict, cell: (file) => <About file={file} /> },
  ];
  return (
    <>
      <Table label={WORDS.files} columns={columns} items={files} keyOf={({ name }) => name} />
      {shown !== null && <FileText domain={domain} name={shown} />}
    </>
  );
}

function About({ file }: { readonly file: File }) {
  if (!file.real) return <span className="quiet">{WORDS.notIt(file.reason ?? '')}</span>;
  return (
    <>
      <Said file={file} />
      {file.truncated && <span className="warning"> {WORDS.truncated}</span>}
    </>
  );
}

/** Words for what a file says. */
function Said({ file: { security, sellers, outline } }: { readonly file: File }) {
  if (security !== undefined) {
    const { contact, expires, expired } = security;
    const day = expires?.slice(0, 10) ?? null;
    return (
      <>
        <Foreign text={contact.join(', ')} />
        {day !== null && (
          <span className={expired === true ? 'warning' : 'quiet'}>
            {' '}
            {expired === true ? WORDS.expired(day) : WORDS.expires(day)}
          </span>
        )}
      </>
    );
  }
  if (sellers !== undefined) {
    const { direct, reseller, systems_count: systems } = sellers;
    return WORDS.sellers(number(direct), number(reseller), number(systems));
  }
  if (outline !== undefined) {
    const links = outline.sections.reduce((sum, section) => sum + section.links, 0);
    return (
      <>
        {outline.title !== null && <Foreign text={outline.title} />}{' '}
        <span className="quiet">
          {WORDS.sections(counted(outline.sections.length, WORDS.section), counted(links, WORDS.link))}
        </span>
      </>
    );
  }
  return null;
}

function FileText({ domain, name }: { readonly domain: string; readonly name: string }) {
  const found = useQuery({
    queryKey: ['domain-files', domain],
    queryFn: ({ signal }) => client.domains.answers(domain, { limit: 1, texts: true }, { signal }),
  });
  return (
    <Loaded query={found} lines={4}>
      {({ files }) => (
        <pre className="evidence file-text" dir="ltr" tabIndex={0} aria-label={name}>
          {shownLines(files.find((file) => file.name === name)?.text ?? '')}
        </pre>
      )}
    </Loaded>
  );
}
