// Lines over intervals in uPlot. It sets styles by the object model alone, which the policy of the page allows, and makes no HTML.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { Colours, onOtherScheme } from './colours.ts';
import { dashOf } from './line-look.ts';
import type { ShownLine } from './shown-line.ts';

/** Least space on the left: half of the first name below the axis. */
const MIN_BEFORE = 40;
/** Width for each name below the axis. */
const TICK_PX = 96;
/** Intervals up to which each has a point. */
const MAX_POINTS = 60;
/** Intervals beyond which lines are thin. */
const MAX_WIDE = 400;
/** Space on the right, for the numbers of lines and half of the last name, and the least one between two numbers. */
const [BESIDE, APART] = [40, 16];
export interface Plot {
  /** Shows an interval as the one that is pointed at. */
  point(at: number): void;
  close(): void;
}

interface PlotContent {
  /** Names of the intervals below the axis. */
  readonly ticks: readonly string[];
  readonly lines: readonly ShownLine[];
  /** Small ones have no points. */
  readonly isSmall: boolean;
}

interface PlotActs {
  readonly onPoint: (at: number) => void;
  /** Called when the point of a line is clicked. */
  readonly onOpen: (line: number, at: number) => void;
}

/** Opens lines in an element whose style sheet gives text, hairlines and the colours of lines. */
export function openPlot(parent: HTMLElement, { ticks, lines, isSmall }: PlotContent, acts: PlotActs): Plot {
  const colours = new Colours(parent, lines.length);
  const last = ticks.length - 1;
  let pointed = last;
  const plot = new uPlot(
    {
      width: parent.clientWidth,
      height: parent.clientHeight,
      legend: { show: false },
      padding: [12, BESIDE, null, null],
      scales: {
        x: { time: false, range: () => [Math.min(0, last / 2 - 0.5), Math.max(last, last / 2 + 0.5)] },
        y: { range: (_, least, most) => rangeOf(least, most) },
      },
      cursor: {
        y: false,
        drag: { x: false, y: false, setScale: false },
        points: { size: 9 },
        // What was pointed at last stays so.
        bind: { mouseleave: () => () => null },
      },
      axes: [
        {
          stroke: () => colours.quiet,
          font: colours.font,
          size: 36,
          grid: { show: false },
          ticks: { stroke: () => colours.line, width: 1, size: 6 },
          splits: ({ width }) => everySo(ticks.length, Math.max(1, Math.floor(width / TICK_PX))),
          values: (_, splits) => splits.map((at) => ticks[at] ?? ''),
        },
        {
          stroke: () => colours.quiet,
          font: colours.font,
          grid: { stroke: () => colours.line, width: 1 },
          ticks: { show: false },
          incrs: WHOLE,
          size: (_, values) =>
            Math.max(MIN_BEFORE, 16 + 9 * Math.max(0, ...(values ?? []).map(({ length }) => length))),
          values: (_, splits) => splits.map((value) => NUMBERS.format(value)),
        },
      ],
      series: [
        {},
        ...lines.map(({ name, values }, line) => ({
          label: name,
          stroke: () => colours.of(line),
          width: ticks.length > MAX_WIDE ? 1 : 2,
          dash: [...dashOf(line)],
          points: {
            show: !isSmall && ticks.length <= MAX_POINTS,
            size: 6,
            fill: () => colours.of(line),
            // A value between two gaps is not a part of any line.
            filter: (_: uPlot, __: number, isShown: boolean) => (isShown ? null : aloneIn(values)),
          },
        })),
      ],
      hooks: {
        setCursor: [
          ({ cursor: { idx } }) => {
            if (typeof idx !== 'number' || idx === pointed) return;
            pointed = idx;
            acts.onPoint(idx);
          },
        ],
        draw: [(self) => lines.length > 1 && drawNumbers(self, lines, colours)],
      },
    },
    [ticks.map((_, at) => at), ...lines.map(({ values }) => [...values])],
    parent,
  );
  const point = (at: number): void => {
    pointed = at;
    plot.setCursor({ left: plot.valToPos(at, 'x'), top: 1 }, false);
  };
  const clicked = (event: MouseEvent): void => {
    const at = plot.cursor.idx;
    // A finger chooses what to look at; what it leads to is below.
    if (typeof at !== 'number' || ('pointerType' in event && event.pointerType === 'touch')) return;
    const top = plot.cursor.top ?? 0;
    const far = lines.map(({ values }) => Math.abs(plot.valToPos(values[at] ?? 0, 'y') - top));
    acts.onOpen(far.indexOf(Math.min(...far)), at);
  };
  plot.over.addEventListener('click', clicked);
  const fitting = new ResizeObserver(() => {
    plot.setSize({ width: parent.clientWidth, height: parent.clientHeight });
    point(pointed);
  });
  fitting.observe(parent);
  const stopWatching = onOtherScheme(() => {
    colours.read();
    plot.redraw(false);
  });
  point(last);
  return {
    point,
    close: () => {
      fitting.disconnect();
      stopWatching();
      plot.destroy();
      colours.close();
    },
  };
}

const NUMBERS = new Intl.NumberFormat('en');
/** Steps of the axis: numbers of domains are whole. */
const WHOLE = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

/** Least part of the greatest value that the axis spans: small differences do not look like great ones. */
const MIN_SPAN = 0.2;

/** The ends of the axis: at zero, unless all values are far above it. */
function rangeOf(least: number, most: number): [number, number] {
  const beside = Math.max(1, (most - least) * 0.1);
  const top = Math.ceil(most + beside);
  return [
    least > most / 2 ? Math.max(0, Math.floor(Math.min(least - beside, most * (1 - MIN_SPAN)))) : 0,
    top,
  ];
}

/** Indexes of the values that have gaps on both sides. */
function aloneIn(values: ShownLine['values']): number[] {
  const isGap = (at: number): boolean => (values[at] ?? null) === null;
  return values.flatMap((_, at) => (!isGap(at) && isGap(at - 1) && isGap(at + 1) ? [at] : []));
}

/** Indexes with equal steps between, at most so many, the last one among them. */
function everySo(count: number, most: number): number[] {
  const step = Math.ceil(count / most);
  const indexes: number[] = [];
  for (let at = count - 1; at >= 0; at -= step) indexes.unshift(at);
  return indexes;
}

/** Writes the number of each line behind its end. */
function drawNumbers(self: uPlot, lines: readonly ShownLine[], colours: Colours): void {
  const { ctx, bbox } = self;
  const ratio = devicePixelRatio;
  const ends = lines
    .map(({ values }, line) => ({ line, y: self.valToPos(values.at(-1) ?? 0, 'y', true) }))
    .toSorted((a, b) => a.y - b.y);
  ctx.save();
  ctx.font = colours.fontAt(ratio);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  let free = -Infinity;
  for (const { line, y } of ends) {
    const at = Math.max(y, free);
    free = at + APART * ratio;
    ctx.fillStyle = colours.of(line);
    ctx.fillText(String(line + 1), bbox.left + bbox.width + 12 * ratio, at);
  }
  ctx.restore();
}
