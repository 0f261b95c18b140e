import { counted, duration, number } from '../format.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { State } from '../parts/Failure.tsx';
import { TEXT } from '../text.ts';
import { PROVIDER_TEXT as WORDS } from '../text/providers.ts';
import { countOf, withUnseenEscaped } from './answer.ts';
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

function Json({ value }: { readonly value: unknown }) {
  const text = JSON.stringify(value, null, 2);
  return (
    <details className="json">
      <summary>{WORDS.json}</summary>
      <div className="row">
        <CopyButton text={text} />
      </div>
      <pre className="json-text" dir="ltr" tabIndex={0} aria-label={WORDS.json} role="region">
        {withUnseenEscaped(text)}
      </pre>
    </details>
  );
}
