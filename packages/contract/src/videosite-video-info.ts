import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, nullable } from './envelope.ts';
import { localeFields, searchAnswer } from './provider-schemas.ts';
import { Timestamp } from './timestamp.ts';

/** Body of POST /videosite-video-info. */
export const VideoInfoRequest = Type.Object(
  {
    video_id: Type.String({
      pattern: '^[A-Za-z0-9_-]{11}$',
      'x-remedy': 'give the 11 characters A–Z, a–z, 0–9, _ and - that name a video',
    }),
    ...localeFields,
  },
  CLOSED,
);
export type VideoInfoRequest = Static<typeof VideoInfoRequest>;

const text = nullable(Type.String());
const count = nullable(Type.Integer({ minimum: 0 }));
/** YYYY-MM-DD */
export const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' });

export const VideoItem = Type.Object(
  {
    type: Type.Literal('youtube_video_info'),
    video_id: Type.String(),
    title: text,
    url: Type.String(),
    thumbnail_url: text,
    channel_id: text,
    channel_name: text,
    channel_url: text,
    channel_logo: text,
    description: text,
    views_count: count,
    likes_count: count,
    comments_count: count,
    channel_subscribers_count: Type.Object({ displayed_count: text, count }, CLOSED),
    publication_date: nullable(Day),
    timestamp: nullable(Timestamp),
    keywords: Type.Array(Type.String()),
    category: text,
    is_live: nullable(Type.Boolean()),
    is_embeddable: nullable(Type.Boolean()),
    duration_time: nullable(Type.String({ description: 'M:SS, from an hour on H:MM:SS' })),
    duration_time_seconds: count,
    streaming_quality: Type.Array(
      Type.Object(
        {
          type: Type.Literal('streaming_quality_element'),
          label: text,
          width: count,
          height: count,
          bitrate: nullable(Type.Integer({ minimum: 0, description: 'bit/s' })),
          mime_type: text,
          fps: count,
        },
        CLOSED,
      ),
    ),
  },
  CLOSED,
);
export type VideoItem = Answer<Static<typeof VideoItem>>;

/** Answer of POST /videosite-video-info. */
export const VideoInfoAnswer = searchAnswer(
  'video_info',
  {
    language_code: Type.String(),
    location_code: Type.Integer(),
    video_id: Type.String(),
    check_url: Type.String(),
  },
  VideoItem,
);
export type VideoInfoAnswer = Answer<Static<typeof VideoInfoAnswer>>;
