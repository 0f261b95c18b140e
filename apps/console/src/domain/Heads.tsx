import type { DomainAnswers } from '@sitegrep/client';
import { number } from '../format.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { ANSWERS_TEXT as WORDS } from '../text/domain.ts';

type Head = DomainAnswers['items'][number];

/** Header fields and cookies page by page; that of the first page is open. */
export function Heads({ items }: { readonly items: readonly Head[] }) {
  return (
    <ul className="stack tight">
      {items.map((head, index) => (
        <li key={head.url}>
          <details open={index === 0}>
            <summary>
              <Foreign text={head.url} />{' '}
              {head.status !== null && <span className="quiet">{head.status}</span>}
            </summary>
            <HeadOfPage head={head} />
          </details>
        </li>
      ))}
    </ul>
  );
}

function HeadOfPage({ head }: { readonly head: Head }) {
  const { headers, cookies, headers_left_out: moreHeaders, cookies_left_out: moreCookies } = head;
  if (headers === null) return <p className="quiet">{WORDS.headUnknown}</p>;
  return (
    <div className="stack tight evidence">
      <dl className="facts head-of-page">
        {headers.map(({ name, value }, index) => (
          // A field may come more than once.
          <div key={`${index} ${name}`} className="fact">
            <dt className="mono">{name}</dt>
            <dd className="mono">
              <Foreign text={value} />
            </dd>
          </div>
        ))}
      </dl>
      <LeftOut count={moreHeaders} />
      {cookies !== null && cookies.length > 0 && (
        <>
          <h3>{WORDS.cookies}</h3>
          <ul className="stack tight">
            {cookies.map(({ name, attributes }, index) => (
              <li key={`${index} ${name}`} className="mono">
                <Foreign text={name} /> <span className="quiet">{attributes.join('; ')}</span>
              </li>
            ))}
          </ul>
          <LeftOut count={moreCookies} />
        </>
      )}
    </div>
  );
}

function LeftOut({ count }: { readonly count: number }) {
  return count === 0 ? null : <p className="quiet">{WORDS.leftOut(number(count))}</p>;
}
