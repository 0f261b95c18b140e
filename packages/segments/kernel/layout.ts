// Part of the kernel (kernel.ts).

export const SEPARATOR: u32 = 0xff;
export const TRIGRAM: u32 = 0xff_ffff;

/** Number of documents up to which the gaps of a list are bytes (`hasByteGaps`). */
export const MAX_BYTE_GAPS: u32 = 256;

/** Values of a full block, and the bytes that they take as words. */
export const BLOCK: u32 = 128;
export const BLOCK_BYTES: usize = 512;

/** Bytes of a block's entry in a skip table: two words. */
export const SKIP_BYTES: usize = 8;
