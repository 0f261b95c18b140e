// Part of the kernel (kernel.ts).

export const SEPARATOR: u32 = 0xff;
export const TRIPLE: u32 = 0xff_ffff;

/** Values of a full block, and bytes of as many words. */
export const BLOCK: u32 = 128;
export const BLOCK_BYTES: usize = 512;
