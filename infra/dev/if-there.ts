/** Result of a file operation; null if the file does not exist, or the process that a file in /proc belongs to. */
export async function ifThere<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ESRCH') return null;
    throw error;
  }
}
