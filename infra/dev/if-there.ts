/** What the file operation gives; null if the file, or the process that a file in /proc stands for, is not there. */
export async function ifThere<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ESRCH') return null;
    throw error;
  }
}
