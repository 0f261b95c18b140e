/** Size of the chart in its own units. */
const [WIDTH, HEIGHT, GAP] = [900, 120, 2];

export interface Bar {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly value: number;
  /** The value in words. */
  readonly text: string;
}

/** Days that charts show. */
export const DAYS = 60;
const DAY_MS = 24 * 3_600_000;

/** A bar for each of some days in a row; a table beside it says the same to those who can't see it. */
export function Bars({ bars }: { readonly bars: readonly Bar[] }) {
  const most = Math.max(...bars.map(({ value }) => value));
  const step = WIDTH / bars.length;
  return (
    <>
      <svg
        className="growth"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bars.map(({ day, value, text }, index) => {
          const height = value === 0 ? 0 : Math.max(2, (HEIGHT * value) / most);
          return (
            <rect key={day} x={index * step} y={HEIGHT - height} width={step - GAP} height={height}>
              <title>{`${day}: ${text}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className="row apart quiet growth-ends" aria-hidden="true">
        <span>{bars[0]?.day}</span>
        <span>{bars.at(-1)?.day}</span>
      </p>
    </>
  );
}

/** The last days, the latest at the end. @param dayOf the day of a time, in some zone */
export function lastDays(dayOf: (at: Date) => string, now = new Date()): readonly string[] {
  const noon = new Date(now).setHours(12, 0, 0, 0);
  return Array.from({ length: DAYS }, (_, index) => dayOf(new Date(noon - (DAYS - 1 - index) * DAY_MS)));
}
