import { ListOptions } from '../crawls.ts';
import { PutScheduleRequest, ScheduleAnswer, ScheduleListAnswer, ScheduleParameters } from '../schedules.ts';
import type { Operation } from './operation.ts';

const one = {
  path: '/admin/schedules/{id}',
  scope: 'admin',
  tag: 'Schedules',
  parameters: ScheduleParameters,
} as const;

export const SCHEDULE_OPERATIONS = {
  listSchedules: {
    method: 'GET',
    path: '/admin/schedules',
    scope: 'admin',
    tag: 'Schedules',
    summary: 'List all schedules',
    query: ListOptions,
    answers: [{ status: 200, description: 'By id, without what they crawl.', json: ScheduleListAnswer }],
  },
  getSchedule: {
    ...one,
    method: 'GET',
    summary: 'Read a schedule',
    answers: [{ status: 200, description: 'The schedule.', json: ScheduleAnswer }],
  },
  putSchedule: {
    ...one,
    method: 'PUT',
    summary: 'Make or replace a schedule',
    json: { schema: PutScheduleRequest },
    answers: [{ status: 200, description: 'The schedule as it is now.', json: ScheduleAnswer }],
  },
  deleteSchedule: {
    ...one,
    method: 'DELETE',
    summary: 'Remove a schedule',
    answers: [{ status: 200, description: 'The schedule that was removed.', json: ScheduleAnswer }],
  },
} as const satisfies Record<string, Operation>;
