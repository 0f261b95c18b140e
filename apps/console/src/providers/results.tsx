// Results of providers as people read them. All of it is strangers' text; nothing of it is loaded.
import type { SuggestionItem, VideoItem, VideoSerpItem, WebSerpItem } from '@sitegrep/client';
import type { ReactNode } from 'react';
import { number } from '../format.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { SiteLink } from '../parts/SiteLink.tsx';
import { TEXT } from '../text.ts';
import { PROVIDER_TEXT as WORDS } from '../text/providers.ts';

export function WebResults({ results }: { readonly results: readonly WebSerpItem[] }) {
  return (
    <ol className="provided">
      {results.map((result) => (
        <li key={result.rank_absolute}>
          <span className="rank">{result.rank_absolute}</span>
          <div className="stack tight">
            <h3>
              <SiteLink url={result.url}>
                <Foreign text={result.title} />
              </SiteLink>{' '}
              {WORDS.kinds[result.type] !== '' && <span className="chip">{WORDS.kinds[result.type]}</span>}
            </h3>
            <Foreign className="quiet" text={result.url} />
            {result.description !== null && <Foreign text={result.description} />}
          </div>
        </li>
      ))}
    </ol>
  );
}

export function Suggested({ items }: { readonly items: readonly SuggestionItem[] }) {
  return (
    <ol className="provided">
      {items.map((item) => (
        <li key={item.rank_absolute}>
          <span className="rank">{item.rank_absolute}</span>
          <Foreign text={item.suggestion} />
        </li>
      ))}
    </ol>
  );
}

export function Videos({ videos }: { readonly videos: readonly VideoSerpItem[] }) {
  return (
    <ol className="provided">
      {videos.map((video) => (
        <li key={video.rank_absolute}>
          <span className="rank">{video.rank_absolute}</span>
          <div className="stack tight">
            <h3>
              <SiteLink url={video.url}>
                <Foreign text={video.title} />
              </SiteLink>{' '}
              {video.live === true && <span className="chip">{WORDS.live}</span>}
            </h3>
            <p className="quiet">{joined(factsOf(video))}</p>
            {video.description !== null && <Foreign text={video.description} />}
          </div>
        </li>
      ))}
    </ol>
  );
}

function factsOf(video: VideoSerpItem): readonly ReactNode[] {
  return [
    video.channel_title !== null && <Foreign text={video.channel_title} />,
    video.duration,
    video.views !== null && `${number(video.views)} ${WORDS.views}`,
    video.uploaded_date,
  ].filter((fact) => fact !== null && fact !== false);
}

function joined(facts: readonly ReactNode[]): ReactNode {
  return facts.map((fact, index) => (
    <span key={index}>
      {index > 0 && ' · '}
      {fact}
    </span>
  ));
}

export function VideoFacts({ video }: { readonly video: VideoItem }) {
  const { channel_subscribers_count: subscribers } = video;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [WORDS.video.title, textOf(video.title)],
    [WORDS.video.url, <SiteLink key="url" url={video.url} />],
    [WORDS.video.channel_name, textOf(video.channel_name)],
    [
      WORDS.video.channel_url,
      video.channel_url === null ? null : <SiteLink key="channel" url={video.channel_url} />,
    ],
    [WORDS.video.subscribers, countOf(subscribers.count) ?? textOf(subscribers.displayed_count)],
    [WORDS.video.publication_date, video.publication_date],
    [WORDS.video.duration_time, video.duration_time],
    [WORDS.video.views_count, countOf(video.views_count)],
    [WORDS.video.likes_count, countOf(video.likes_count)],
    [WORDS.video.comments_count, countOf(video.comments_count)],
    [WORDS.video.category, textOf(video.category)],
    [WORDS.video.keywords, video.keywords.length === 0 ? null : textOf(video.keywords.join(', '))],
    [WORDS.video.description, textOf(video.description)],
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd>{value ?? <span className="quiet">{TEXT.unknown}</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

function textOf(text: string | null): ReactNode {
  return text === null ? null : <Foreign text={text} />;
}

function countOf(count: number | null): string | null {
  return count === null ? null : number(count);
}
