import type { TechnologyTrial, TriedTechnology } from '@sitegrep/client';
import { Foreign } from '../parts/Foreign.tsx';
import { TECHNOLOGIES_TEXT as WORDS } from '../text/technologies.ts';

/** Pages with the fingerprints that they show, after parts of these that are not taken. */
export function TriedPages({ trial }: { readonly trial: TechnologyTrial }) {
  const { problems, replaced, pages, notes } = trial;
  return (
    <section className="stack" aria-label={WORDS.matches} role="status">
      {problems.map(({ technology, key, reason }) => (
        <p key={JSON.stringify([technology, key, reason])} className="bad">
          <strong>{WORDS.problem}</strong>{' '}
          <Foreign
            text={[...(technology === null ? [] : [technology]), ...(key === null ? [] : [key]), reason].join(
              ': ',
            )}
          />
        </p>
      ))}
      {replaced.map((name) => (
        <p key={name} className="warning">
          <Foreign text={WORDS.replaced(name)} />
        </p>
      ))}
      {pages.map(({ url, technologies }) => (
        <article key={url} className="stack tight tried-page">
          <h3 className="mono">
            <Foreign text={url} />
          </h3>
          {technologies.map((one) => (
            <Tried key={one.name} tried={one} />
          ))}
        </article>
      ))}
      {notes.map((note) => (
        <p key={note} className="quiet">
          <Foreign text={note} />
        </p>
      ))}
    </section>
  );
}

function Tried({ tried }: { readonly tried: TriedTechnology }) {
  const { name, found, evidence, missing, requires } = tried;
  return (
    <div className="stack tight">
      <p>
        <strong>
          <Foreign text={name} />
          {found !== null && found.version !== null && ' '}
          {found !== null && found.version !== null && <Foreign text={found.version} />}
        </strong>{' '}
        {found === null ? (
          <span className="bad">{WORDS.notFound}</span>
        ) : (
          <span className="good">
            {WORDS.found1}, {WORDS.confidence(found.confidence)}
          </span>
        )}
      </p>
      {requires.length > 0 && (
        <p className="warning">
          <Foreign text={WORDS.requires(requires.join(' or '))} />
        </p>
      )}
      <ul className="tried-parts">
        {evidence.map((one) => (
          <li key={JSON.stringify(one)}>
            <span className="good">✓ {WORDS.has}</span> <Part part={one} />{' '}
            <mark>
              <Foreign text={one.match} />
            </mark>
            {one.version !== null && (
              <>
                {' '}
                {WORDS.versionIs} <Foreign text={one.version} />
              </>
            )}
          </li>
        ))}
        {missing.map((part) => (
          <li key={JSON.stringify(part)}>
            <span className="quiet">
              – {WORDS.lacks} <Part part={part} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Part({ part }: { readonly part: TriedTechnology['missing'][number] }) {
  const { field, key, pattern } = part;
  return (
    <code>
      <Foreign
        text={[field, ...(key === '' ? [] : [key]), pattern === '' ? WORDS.any : pattern].join(': ')}
      />
    </code>
  );
}
