import { useQuery } from '@tanstack/react-query';
import type { Stats } from '@sitegrep/client';
import { client } from '../api/client.ts';
import { SamplesThere } from '../first/SamplesThere.tsx';
import { number, size } from '../format.ts';
import { State } from '../parts/Failure.tsx';
import { Link } from '../parts/Link.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { INDEX_TEXT as WORDS } from '../text/index-page.ts';
import { Brought } from './Brought.tsx';
import { Coverage } from './Coverage.tsx';
import { Figure } from './Figure.tsx';
import { Growth } from './Growth.tsx';
import { Segments } from './Segments.tsx';

/** How much is stored, and what takes the space. */
export function Size() {
  const stats = useQuery({
    queryKey: ['stats'],
    queryFn: ({ signal }) => client.admin.stats({ signal }),
    staleTime: 0,
  });
  return (
    <Loaded query={stats} lines={6}>
      {(known) => <SizeOf stats={known} />}
    </Loaded>
  );
}

function SizeOf({ stats }: { readonly stats: Stats }) {
  if (stats.domains === 0)
    return (
      <State title={WORDS.empty}>
        <p>{WORDS.emptyHint}</p>
        <Link to="/crawls" className="button primary">
          {WORDS.crawl}
        </Link>
      </State>
    );
  return (
    <>
      <dl className="figures">
        <Figure name={WORDS.domains} value={number(stats.domains)} />
        <Figure name={WORDS.pages} value={number(stats.pages)} />
        <Figure name={WORDS.source} value={size(stats.source_bytes)} hint={WORDS.sourceHint} />
        <Figure name={WORDS.total} value={size(stats.total_bytes)} hint={shareOf(stats.total_bytes, stats)} />
      </dl>
      <SamplesThere />
      <Parts stats={stats} />
      <Coverage stats={stats} />
      <Growth />
      <Brought />
      <Segments stats={stats} />
    </>
  );
}

function shareOf(bytes: number, { source_bytes: source }: Stats): string {
  return source === 0 ? '' : WORDS.share((bytes / source).toFixed(2));
}

function Parts({ stats }: { readonly stats: Stats }) {
  const {
    compressed_bytes: compressed,
    version_bytes: versions,
    index_bytes: substrings,
    total_bytes: total,
  } = stats;
  const parts = [
    ['compressed', WORDS.compressed, compressed],
    ['substrings', WORDS.substrings, substrings],
    ...(stats.versions === 0
      ? []
      : [['versions', WORDS.versions(number(stats.versions)), versions] as const]),
    ['other', WORDS.other, Math.max(0, total - compressed - versions - substrings)],
  ] as const;
  return (
    <section className="stack tight" aria-labelledby="on-disk">
      <h2 id="on-disk">{WORDS.onDisk}</h2>
      <div className="space-bar" aria-hidden="true">
        {parts.map(([kind, , bytes]) => (
          <span key={kind} data-kind={kind} style={{ flexGrow: bytes }} />
        ))}
      </div>
      <table className="narrow">
        <thead>
          <tr>
            <th scope="col">{WORDS.part}</th>
            <th scope="col" className="number">
              {WORDS.bytes}
            </th>
            <th scope="col" className="number">
              {WORDS.perSource}
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map(([kind, name, bytes]) => (
            <tr key={kind}>
              <td>
                <span className="swatch" data-kind={kind} aria-hidden="true" /> {name}
              </td>
              <td className="number">{size(bytes)}</td>
              <td className="number">{shareOf(bytes, stats)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
