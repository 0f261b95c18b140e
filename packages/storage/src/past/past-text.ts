// The past of a page as a text that a storage keeps.
import type { Past, PastVersion } from './past.ts';

/** Fields of a version in a fixed order, with times as differences in milliseconds. */
type Packed = readonly [
  id: number,
  times: readonly number[],
  endedAt: number | null,
  bytes: number,
  renderedBytes: number | null,
  digest: string,
  base: 0 | 1,
  packedBytes: number,
  charset: string,
  flags: number,
  title: string | null,
];

interface PackedPast {
  readonly noise: string;
  readonly rendered: string;
  readonly stood: boolean;
  readonly present: readonly [id: number, times: readonly number[]] | null;
  /** Digest of the content of the present, if a version is packed against it. */
  readonly base: string | null;
  readonly versions: readonly Packed[];
}

export function pastText({ noise, renderedNoise, stood, present, versions }: Past): string {
  const packed: PackedPast = {
    noise: base64(noise),
    rendered: base64(renderedNoise),
    stood,
    present: present === null ? null : [present.id, differences(present.times)],
    base: versions.at(-1)?.base ?? null,
    versions: versions.map(packedVersion),
  };
  return JSON.stringify(packed);
}

/** @param text as `pastText` gives it */
export function pastIn(text: string): Past {
  const { noise, rendered, stood, present, base, versions } = JSON.parse(text) as PackedPast;
  return {
    noise: Buffer.from(noise, 'base64'),
    renderedNoise: Buffer.from(rendered, 'base64'),
    stood,
    present: present === null ? null : { id: present[0], times: sums(present[1]) },
    versions: versions.map((version, index) => versionIn(version, versions[index + 1]?.[5] ?? base)),
  };
}

function packedVersion(version: PastVersion): Packed {
  return [
    version.id,
    differences(version.times),
    version.endedAt,
    version.bytes,
    version.renderedBytes,
    version.digest,
    version.base === null ? 0 : 1,
    version.packedBytes,
    version.charset,
    (version.truncated ? 1 : 0) + (version.renderedTruncated ? 2 : 0),
    version.title,
  ];
}

function versionIn(packed: Packed, next: string | null): PastVersion {
  const [id, times, endedAt, bytes, renderedBytes, digest, base, packedBytes, charset, flags, title] = packed;
  return {
    id,
    times: sums(times),
    endedAt,
    bytes,
    renderedBytes,
    digest,
    base: base === 0 ? null : next,
    packedBytes,
    charset,
    truncated: (flags & 1) !== 0,
    renderedTruncated: (flags & 2) !== 0,
    title,
  };
}

function differences(times: readonly number[]): readonly number[] {
  return times.map((time, index) => time - (times[index - 1] ?? 0));
}

function sums(differences: readonly number[]): readonly number[] {
  let time = 0;
  return differences.map((difference) => (time += difference));
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}
