/** How a task, or a request as a whole, ends: the codes and phrases that programs for DataForSEO compare. */
export const TASK_STATUSES = {
  ok: { code: 20_000, message: 'Ok.' },
  second_task: { code: 40_000, message: 'You can set only one task at a time.' },
  too_many_tasks: { code: 40_006, message: 'You can set no more than 100 tasks at a time.' },
  unauthorized: { code: 40_100, message: 'You are not authorized to access this resource.' },
  no_results: { code: 40_102, message: 'No Search Results.' },
  rate_limited: { code: 40_202, message: 'The rate-limit per minute has been exceeded.' },
  forbidden: { code: 40_204, message: 'Access denied.' },
  not_found: { code: 40_400, message: 'Not Found.' },
  wrong_method: { code: 40_402, message: 'Invalid Path.' },
  invalid_field: { code: 40_501, message: 'Invalid Field' },
  no_data: { code: 40_502, message: 'POST Data Is Empty.' },
  invalid_data: { code: 40_503, message: 'POST Data Is Invalid.' },
  unknown_field: { code: 40_506, message: 'Unknown Fields in POST Data' },
  internal: { code: 50_000, message: 'Internal Error.' },
  upstream_failed: { code: 50_301, message: '3rd Party API Service Unavailable.' },
  timed_out: { code: 50_401, message: 'Internal error - timeout.' },
} as const satisfies Record<string, { readonly code: number; readonly message: string }>;

export type TaskStatus = keyof typeof TASK_STATUSES;
