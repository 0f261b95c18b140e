import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, nullable } from './envelope.ts';
import { Device, Keyword, localeFields, rank, searchAnswer } from './provider-schemas.ts';
import { Day } from './videosite-video-info.ts';

/** Body of POST /videosite-serp. */
export const VideoSerpRequest = Type.Object(
  {
    keyword: Keyword,
    ...localeFields,
    device: Type.Optional(Device),
    depth: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Videos that are wanted.' }),
    ),
  },
  CLOSED,
);
export type VideoSerpRequest = Static<typeof VideoSerpRequest>;

const text = nullable(Type.String());

export const VideoSerpItem = Type.Object(
  {
    type: Type.Literal('video'),
    rank_group: rank,
    rank_absolute: rank,
    title: Type.String(),
    url: Type.String(),
    channel_title: text,
    channel_url: text,
    channel_image: text,
    duration: nullable(Type.String({ description: 'M:SS, from an hour on H:MM:SS' })),
    views: nullable(Type.Integer({ minimum: 0 })),
    uploaded_date: nullable(Day),
    description: text,
    thumbnail_url: text,
    live: nullable(Type.Boolean()),
  },
  CLOSED,
);

/** Answer of POST /videosite-serp. */
export const VideoSerpAnswer = searchAnswer(
  'organic',
  {
    keyword: Type.String(),
    language_code: Type.String(),
    location_code: Type.Integer(),
    device: Type.String(),
  },
  Type.Array(VideoSerpItem),
);
export type VideoSerpAnswer = Answer<Static<typeof VideoSerpAnswer>>;
