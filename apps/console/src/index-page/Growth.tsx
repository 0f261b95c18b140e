import { useQuery } from '@tanstack/react-query';
import type { Sizes } from '@sitegrep/client';
import { client } from '../api/client.ts';
import { number, size } from '../format.ts';
import { Failure, Loading } from '../parts/Failure.tsx';
import { INDEX_TEXT as WORDS } from '../text/index-page.ts';
import { Bars, DAYS, lastDays } from './Bars.tsx';

/** Space that the index took on each day. */
export function Growth() {
  const sizes = useQuery({
    queryKey: ['sizes'],
    queryFn: ({ signal }) => client.admin.sizes({ signal }),
  });
  return (
    <section className="stack tight" aria-labelledby="growth">
      <h2 id="growth">{WORDS.growth}</h2>
      {sizes.data === undefined ? (
        sizes.isError ? (
          <Failure error={sizes.error} retry={() => void sizes.refetch()} />
        ) : (
          <Loading />
        )
      ) : sizes.data.sizes.length === 0 ? (
        <p className="quiet">{WORDS.growthNone}</p>
      ) : (
        <Chart sizes={sizes.data.sizes} />
      )}
    </section>
  );
}

function Chart({ sizes }: { readonly sizes: Sizes['sizes'] }) {
  const byDay = new Map(sizes.map((one) => [one.day, one]));
  const bars = lastDays((at) => at.toISOString().slice(0, 10)).map((day) => {
    const bytes = byDay.get(day)?.total_bytes;
    return { day, value: bytes ?? 0, text: bytes === undefined ? WORDS.growthUnknown : size(bytes) };
  });
  return (
    <>
      <p className="quiet">{WORDS.growthHint(number(DAYS))}</p>
      <Bars bars={bars} />
      <details>
        <summary>{WORDS.asTable}</summary>
        <table className="narrow">
          <thead>
            <tr>
              <th scope="col">{WORDS.day}</th>
              {[WORDS.domains, WORDS.pages, WORDS.source, WORDS.total].map((name) => (
                <th key={name} scope="col" className="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sizes.map((one) => (
              <tr key={one.day}>
                <td>{one.day}</td>
                <td className="number">{number(one.domains)}</td>
                <td className="number">{number(one.pages)}</td>
                <td className="number">{size(one.source_bytes)}</td>
                <td className="number">{size(one.total_bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
