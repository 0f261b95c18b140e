import type { DeliveryItem } from '@sitegrep/client';
import { number } from '../format.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { Time } from '../parts/Time.tsx';
import { SAVED_TEXT as WORDS } from '../text/saved.ts';

type ReceiverAnswer = DeliveryItem['answers'][number];

/** The last answer of a receiver, with those before it. */
export function Answers({ answers }: Pick<DeliveryItem, 'answers'>) {
  const [last, ...earlier] = answers;
  if (last === undefined) return <span className="quiet">{WORDS.notTried}</span>;
  return (
    <div className="answers">
      <Answer answer={last} />
      {earlier.length > 0 && (
        <details>
          <summary>{WORDS.earlier(number(earlier.length))}</summary>
          <ul>
            {earlier.map((answer, index) => (
              <li key={`${answer.at} ${index}`}>
                <Time at={answer.at} />: <Answer answer={answer} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** An answer: its status, and the text that came with it. */
export function Answer({ answer: { status, text } }: { readonly answer: ReceiverAnswer }) {
  return (
    <>
      <strong>{status ?? WORDS.noAnswer}</strong> {text !== '' && <Foreign text={text} className="quiet" />}
    </>
  );
}
