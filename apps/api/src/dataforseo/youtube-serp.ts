// Videos as DataForSEO's SERP API has them. Each task is one of this service's own operations, in another form; what only
// DataForSEO knows is null.
import {
  taskForm,
  UNSTATED,
  type YoutubeOrganicResult,
  YoutubeOrganicTask,
  type YoutubeVideoResult,
  YoutubeVideoTask,
} from '@sitegrep/contract';
import type { FastifyInstance } from 'fastify';
import { getVideo } from '../providers/video-info.ts';
import { searchVideos } from '../providers/video-serp.ts';
import { codesOf, decodedKeyword } from './locale.ts';
import { answeredAt, given, GOOGLE, nulls, type AskForTask } from './provider-task.ts';
import { addTask, type TaskExchange } from './tasks.ts';

const YOUTUBE = 'youtube.com';

export function addYoutubeTasks(app: FastifyInstance, ask: AskForTask): void {
  const youtube = { ...GOOGLE, se: 'youtube' };
  addTask(
    app,
    'dataForSeoYoutubeOrganic',
    {
      ...taskForm(YoutubeOrganicTask),
      unsupported: ['search_param'],
      echo: { ...youtube, se_type: 'organic' },
    },
    (task, exchange) => videoSearch(ask, task, exchange),
  );
  addTask(
    app,
    'dataForSeoYoutubeVideo',
    { ...taskForm(YoutubeVideoTask), echo: { ...youtube, se_type: 'video_info' } },
    (task, exchange) => videoInfo(ask, task, exchange),
  );
}

async function videoSearch(
  ask: AskForTask,
  task: YoutubeOrganicTask,
  exchange: TaskExchange,
): Promise<readonly YoutubeOrganicResult[]> {
  const keyword = decodedKeyword(task.keyword);
  const { device, block_depth: depth } = task;
  const body = { keyword, ...codesOf(task), ...given({ device, depth }) };
  const data = await ask(searchVideos, body, exchange);
  return [
    {
      keyword,
      se_domain: YOUTUBE,
      location_code: data.data.location_code,
      language_code: data.data.language_code,
      check_url: `https://www.${YOUTUBE}/results?${new URLSearchParams({ search_query: keyword }).toString()}`,
      datetime: answeredAt(exchange.reply),
      spell: null,
      item_types: data.result.length === 0 ? [] : ['youtube_video'],
      se_results_count: null,
      items_count: data.result.length,
      items: data.result.map((result) => ({
        type: 'youtube_video' as const,
        rank_group: result.rank_group,
        rank_absolute: result.rank_absolute,
        channel_id: channelId(result.channel_url),
        url: result.url,
        title: result.title,
        video_id: new URL(result.url).searchParams.get('v'),
        thumbnail_url: result.thumbnail_url,
        channel_name: result.channel_title,
        channel_url: result.channel_url,
        channel_logo: result.channel_image,
        description: result.description,
        is_live: result.live,
        views_count: result.views,
        timestamp: result.uploaded_date === null ? null : `${result.uploaded_date} 00:00:00 +00:00`,
        duration_time: result.duration,
        duration_time_seconds: secondsOf(result.duration),
        ...nulls(UNSTATED.youtube_video),
      })),
    },
  ];
}

async function videoInfo(
  ask: AskForTask,
  task: YoutubeVideoTask,
  exchange: TaskExchange,
): Promise<readonly YoutubeVideoResult[]> {
  const body = { video_id: task.video_id, ...codesOf(task) };
  const data = await ask(getVideo, body, exchange);
  const { video_id, location_code, language_code, check_url } = data.data;
  return [
    {
      video_id,
      se_domain: YOUTUBE,
      location_code,
      language_code,
      check_url,
      datetime: answeredAt(exchange.reply),
      spell: null,
      item_types: [data.result.type],
      items_count: 1,
      items: [{ ...data.result, rank_group: 1, rank_absolute: 1, subtitles: null }],
    },
  ];
}

/** Id of a channel; null if its address has a name instead. */
function channelId(url: string | null): string | null {
  return /\/channel\/([\w-]+)/.exec(url ?? '')?.[1] ?? null;
}

/** `1:02:03` → 3723 */
function secondsOf(clock: string | null): number | null {
  if (clock === null || !/^\d+(?::\d{2}){1,2}$/.test(clock)) return null;
  return clock.split(':').reduce((seconds, part) => 60 * seconds + Number(part), 0);
}
