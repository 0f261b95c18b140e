import { rounded } from '../harness/figures.ts';
import type { CrawlFigures, OwnFigures } from './crawl-figures.ts';

export function reportComparison(own: CrawlFigures, reference: CrawlFigures | null): void {
  console.table({
    sitegrep: row(own),
    ...(reference === null ? {} : { 'CheerioCrawler, wappalyzer-core, FTS5': row(reference) }),
  });
  if (reference === null) return;
  const faster = rate(own) / rate(reference);
  const cheaper = processorMs(reference) / processorMs(own);
  console.log(
    `${faster.toFixed(1)} × the pages a second, 1/${cheaper.toFixed(1)} of the processor time a page`,
  );
}

/**
 * Processor time by thread. That of the threads of analysis is split between extraction and detection by how long each
 * took, as the threads themselves say.
 */
export function reportSteps({
  pages,
  processorSeconds,
  threads,
  extractSeconds,
  detectSeconds,
}: OwnFigures): void {
  const analysis = (threads['analysis'] ?? 0) / 1000;
  const extracting = extractSeconds / Math.max(Number.MIN_VALUE, extractSeconds + detectSeconds);
  const steps = [
    ...Object.entries(threads)
      .filter(([name]) => name !== 'analysis')
      .map(([name, ms]) => [name, ms / 1000] as const),
    ['analysis: extract', analysis * extracting] as const,
    ['analysis: detect', analysis * (1 - extracting)] as const,
  ].toSorted(([, a], [, b]) => b - a);
  const table = steps
    .filter(([, seconds]) => seconds >= 0.001 * processorSeconds)
    .map(([step, seconds]) => [
      step,
      {
        'ms a page': rounded((seconds * 1000) / pages),
        share: `${((seconds / processorSeconds) * 100).toFixed(1)} %`,
      },
    ]);
  console.table(Object.fromEntries(table));
}

export function reportMemory({ residentMiB, peakMiB, restMiB, outcomes, held }: OwnFigures): void {
  console.log(`outcomes: ${JSON.stringify(outcomes)}`);
  console.log(
    `resident MiB by pages: ${residentMiB.map(([pages, MiB]) => `${pages}: ${MiB}`).join(', ')}; ` +
      `peak ${peakMiB.toFixed(0)}, at rest ${restMiB.toFixed(0)}`,
  );
  console.log(
    `open files, active resources by pages: ${held
      .map(({ pages, openFiles, resources }) => `${pages}: ${openFiles}, ${resources}`)
      .join('; ')}`,
  );
}

function row(figures: CrawlFigures): Record<string, number> {
  return {
    pages: figures.pages,
    seconds: rounded(figures.seconds, 10),
    'pages/s': rounded(rate(figures), 10),
    'processor ms a page': rounded(processorMs(figures), 10),
    'peak MiB': Math.round(figures.peakMiB),
  };
}

function rate({ pages, seconds }: CrawlFigures): number {
  return pages / seconds;
}

function processorMs({ pages, processorSeconds }: CrawlFigures): number {
  return (processorSeconds * 1000) / pages;
}
