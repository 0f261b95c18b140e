import { exampleFields } from '@sitegrep/contract';
import { DOMAIN_FIELD_NAMES } from '@sitegrep/site';
import { type Examples, list, success } from './example.ts';

const LISTED = {
  id: 'weekly',
  pattern: '30 4 * * 1',
  time_zone: 'Europe/Berlin',
  every_seconds: null,
  enabled: true,
  max_pages: 1,
  max_depth: 1,
  priority: 5,
  revisit_after_days: 6,
  created_at: '2026-03-01 09:00:00 +00:00',
  updated_at: '2026-03-01 09:00:00 +00:00',
  next_run_at: '2026-03-02 03:30:00 +00:00',
  last_run_at: null,
  last_crawl_id: null,
  last_skipped_at: null,
};
const SCHEDULE = { ...LISTED, source: { index: true } };
const weekly = { id: 'weekly' };

const BLOCK = {
  domain: 'spam.example',
  reason: 'asked by its owner',
  created_at: '2026-03-01 09:00:00 +00:00',
};
const blocked = { domain: 'spam.example' };

const KEY_ID = 'c2f6e0c4-8f0b-4a55-9d0e-1b7a5a3f9d21';
const KEY = {
  id: KEY_ID,
  name: 'reports',
  prefix: 'sg_4f9k2m7q',
  scopes: ['search'],
  rate_limit_per_minute: 120,
  created_at: '2026-03-01 09:00:00 +00:00',
  expires_at: '2027-01-01 00:00:00 +00:00',
  last_used_at: null,
  revoked_at: null,
};

export const ADMINISTRATION_EXAMPLES = {
  listSchedules: { answers: { 200: list(LISTED) } },
  getSchedule: { parameters: weekly, answers: { 200: success(SCHEDULE) } },
  putSchedule: {
    parameters: weekly,
    json: {
      pattern: '30 4 * * 1',
      time_zone: 'Europe/Berlin',
      source: { index: true },
      revisit_after_days: 6,
    },
    answers: { 200: success(SCHEDULE) },
  },
  deleteSchedule: { parameters: weekly, answers: { 200: success({ ...SCHEDULE, enabled: false }) } },
  getDomain: {
    parameters: { domain: 'shop.example' },
    answers: {
      200: success({
        type: 'domain_technology_item',
        ...exampleFields(DOMAIN_FIELD_NAMES),
        revision: 3,
        pages: [
          {
            url: 'https://shop.example/',
            bytes: 31_904,
            fetched_at: '2026-03-01 09:00:41 +00:00',
            charset: 'utf-8',
            truncated: false,
          },
        ],
        block: null,
      }),
    },
  },
  deleteDomain: {
    parameters: blocked,
    answers: {
      200: success({
        domain: 'spam.example',
        removed: { count: 2, domains: ['spam.example', 'more.spam.example'] },
        block: BLOCK,
      }),
    },
  },
  listBlockedDomains: { answers: { 200: list(BLOCK) } },
  getBlockedDomain: { parameters: blocked, answers: { 200: success(BLOCK) } },
  blockDomain: {
    parameters: blocked,
    json: { reason: 'asked by its owner' },
    answers: { 200: success(BLOCK) },
  },
  unblockDomain: { parameters: blocked, answers: { 200: success(BLOCK) } },
  importRanks: {
    lists: { 'text/csv': '1,shop.example\n2,lakes.example\n' },
    answers: {
      200: success({
        domains: 2,
        repeated: 0,
        removed: 0,
        rejected: { count: 0, reasons: {}, samples: [] },
      }),
    },
  },
  createKey: {
    json: {
      name: 'reports',
      scopes: ['search'],
      rate_limit_per_minute: 120,
      expires_at: '2027-01-01 00:00:00 +00:00',
    },
    answers: { 201: success({ ...KEY, secret: 'sg_4f9k2m7q_shown-once-and-kept-nowhere' }) },
  },
  listKeys: { answers: { 200: list(KEY) } },
  rotateKey: {
    parameters: { id: KEY_ID },
    json: { overlap_seconds: 3_600 },
    answers: { 200: success({ ...KEY, secret: 'sg_4f9k2m7q_another-one-shown-once' }) },
  },
  revokeKey: {
    parameters: { id: KEY_ID },
    answers: { 200: success({ ...KEY, revoked_at: '2026-03-02 10:11:12 +00:00' }) },
  },
  listAuditLog: {
    parameters: { action: 'key.revoke' },
    answers: {
      200: list({
        id: '1719',
        at: '2026-03-02 10:11:12 +00:00',
        actor: 'api_key',
        key_id: '5b0f7d0e-3a2c-4f57-8f0a-6a1c1f1f7c55',
        key_prefix: 'sg_9x8w7v6t',
        action: 'key.revoke',
        target: KEY_ID,
        remote_address: '192.0.2.17',
        request_id: '0b6f8f3e-4a0d-4a9e-9d55-2f0b4a7c1e33',
        result: 'done',
        status: 200,
      }),
    },
  },
} as const satisfies Examples;
