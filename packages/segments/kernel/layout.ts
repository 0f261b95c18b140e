// Part of the kernel (kernel.ts).

export const SEPARATOR: u32 = 0xff;
export const TRIGRAM: u32 = 0xff_ffff;

/** Gaps of a list out of so many documents are bytes (`hasByteGaps`). */
export const MAX_BYTE_GAPS: u32 = 256;

/** Values of a full block, and bytes of as many words. */
export const BLOCK: u32 = 128;
export const BLOCK_BYTES: usize = 512;

/** Of a block in a skip table: two words. */
export const SKIP_BYTES: usize = 8;
