import { useState } from 'react';
import { counted, duration, number } from '../format.ts';
import { State } from '../parts/Failure.tsx';
import { TEXT } from '../text.ts';
import { PROVIDER_TEXT as WORDS } from '../text/providers.ts';
import type { Answer, Tried } from './operations.ts';
import { Suggested, VideoFacts, Videos, WebResults } from './results.tsx';

/** An answer of a provider: who gave it, what it says, and the same as JSON. */
export function Answered({ tried }: { readonly tried: Tried }) {
  const { answer, provider, age, ms } = tried;
  const count = countOf(answer);
  return (
    <section className="stack" aria-labelledby="answer">
      <header className="stack tight">
        <h2 id="answer">{WORDS.answer}</h2>
        <p className="row">
          {WORDS.by} <span className="chip">{provider ?? TEXT.unknown}</span>
          <span className="quiet">
            {age > 0 ? WORDS.cached(duration(age)) : WORDS.fresh}, {WORDS.took} {number(Math.round(ms))} ms
            {count !== null && `, ${counted(count, ...WORDS.results)}`}
          </span>
        </p>
      </header>
      {count === 0 ? (
        <State title={WORDS.noResults}>
          <p>{WORDS.noResultsHint}</p>
        </State>
      ) : (
        <Shown answer={answer} />
      )}
      <Json value={answer.data} />
    </section>
  );
}

function countOf(answer: Answer): number | null {
  switch (answer.kind) {
    case 'web':
    case 'videos':
      return answer.data.result.length;
    case 'suggestions':
      return answer.data.result.reduce((sum, { items }) => sum + items.length, 0);
    case 'video':
      return null;
  }
}

function Shown({ answer }: { readonly answer: Answer }) {
  switch (answer.kind) {
    case 'web':
      return <WebResults results={answer.data.result} />;
    case 'suggestions':
      return <Suggested items={answer.data.result.flatMap(({ items }) => items)} />;
    case 'video':
      return <VideoFacts video={answer.data.result} />;
    case 'videos':
      return <Videos videos={answer.data.result} />;
  }
}

/** Characters that JSON leaves as they are although they are not seen, or change how others are seen. */
const UNSEEN = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

function Json({ value }: { readonly value: unknown }) {
  const [note, setNote] = useState('');
  const text = JSON.stringify(value, null, 2);
  return (
    <details className="json">
      <summary>{WORDS.json}</summary>
      <div className="row">
        <button
          type="button"
          className="button"
          onClick={() => void navigator.clipboard.writeText(text).then(() => setNote(TEXT.copied))}
        >
          {TEXT.copy}
        </button>
        <span role="status" className="quiet">
          {note}
        </span>
      </div>
      <pre className="json-text" dir="ltr" tabIndex={0} aria-label={WORDS.json} role="region">
        {text.replaceAll(UNSEEN, escaped)}
      </pre>
    </details>
  );
}

function escaped(character: string): string {
  return String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
