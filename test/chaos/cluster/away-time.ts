/**
 * How long a dependency stays away, in milliseconds: long enough for every call that waits for it to meet its absence, and
 * with TEST_CHAOS=long for the timeouts and backoffs behind.
 */
export const AWAY_MS = process.env['TEST_CHAOS'] === 'long' ? 30_000 : 4_000;
