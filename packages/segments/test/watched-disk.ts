import { nodeDisk, type Disk } from '../src/disk.ts';

/** The disk, the number of files that were opened through it, and those that were not closed. */
export interface WatchedDisk {
  readonly disk: Disk;
  readonly open: ReadonlySet<number>;
  readonly opened: () => number;
}

export function watchedDisk(): WatchedDisk {
  const open = new Set<number>();
  let opened = 0;
  const disk: Disk = {
    ...nodeDisk,
    open: (path, mode) => {
      const file = nodeDisk.open(path, mode);
      open.add(file);
      opened++;
      return file;
    },
    close: (file) => {
      open.delete(file);
      nodeDisk.close(file);
    },
  };
  return { disk, open, opened: () => opened };
}
