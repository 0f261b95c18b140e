import { useQuery } from '@tanstack/react-query';
import type { Sizes } from '@sitegrep/client';
import { client } from '../api/client.ts';
import { number, size } from '../format.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { INDEX_TEXT as WORDS } from '../text/index-page.ts';
import { DayChart } from './DayChart.tsx';
import { dayInUtc, DAYS, lastDays } from './days.ts';

/** Space that the index took on each day. */
export function Growth() {
  const sizes = useQuery({
    queryKey: ['sizes'],
    queryFn: ({ signal }) => client.admin.sizes({ signal }),
  });
  return (
    <section className="stack tight" aria-labelledby="growth">
      <h2 id="growth">{WORDS.growth}</h2>
      <Loaded query={sizes}>{(measured) => <Chart sizes={measured.sizes} />}</Loaded>
    </section>
  );
}

function Chart({ sizes }: Pick<Sizes, 'sizes'>) {
  if (sizes.length === 0) return <p className="quiet">{WORDS.growthNone}</p>;
  const byDay = new Map(sizes.map((one) => [one.day, one.total_bytes]));
  const days = lastDays(dayInUtc).map((day) => {
    const bytes = byDay.get(day);
    return { day, value: bytes ?? 0, text: bytes === undefined ? WORDS.growthUnknown : size(bytes) };
  });
  return (
    <DayChart
      days={days}
      columns={[WORDS.domains, WORDS.pages, WORDS.source, WORDS.total]}
      rows={sizes.map((one) => [
        one.day,
        number(one.domains),
        number(one.pages),
        size(one.source_bytes),
        size(one.total_bytes),
      ])}
      hint={WORDS.growthHint(number(DAYS))}
    />
  );
}
