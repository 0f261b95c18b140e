import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Rule {
  readonly names: readonly string[];
  readonly action: string;
  readonly includes?: { readonly caps?: readonly string[] };
}

/** Checksum of Docker's default profile without white space, at the commit that infra/seccomp/README.md names. */
const DEFAULT_SHA256 = 'afb4934b023cfceaaec1a9d752ca3f801aaa96eb2e59abe6e7ea16976948e080';

const profile = JSON.parse(
  readFileSync(new URL('../../infra/seccomp/chromium.json', import.meta.url), 'utf8'),
) as { readonly syscalls: readonly Rule[] };

test("the profile of the renderer is Docker's with one rule more, for the sandbox of Chromium", () => {
  const { syscalls } = profile;
  expect(syscalls.at(-1)).toEqual({
    names: ['chroot', 'clone', 'unshare'],
    action: 'SCMP_ACT_ALLOW',
    comment: expect.any(String),
  });
  const rest = JSON.stringify({ ...profile, syscalls: syscalls.slice(0, -1) });
  expect(createHash('sha256').update(rest).digest('hex')).toBe(DEFAULT_SHA256);
});

test('nothing that only a capability allows is open otherwise, but for the sandbox', () => {
  const open = profile.syscalls.filter(
    ({ action, includes }) => action === 'SCMP_ACT_ALLOW' && includes?.caps === undefined,
  );
  const names = new Set(open.flatMap((rule) => rule.names));
  for (const name of [
    'mount',
    'umount2',
    'setns',
    'bpf',
    'kexec_load',
    'init_module',
    'open_by_handle_at',
    'reboot',
  ])
    expect([name, names.has(name)]).toEqual([name, false]);
  for (const name of ['chroot', 'clone', 'unshare']) expect([name, names.has(name)]).toEqual([name, true]);
});
