/** A handler for `catch`: returns null when a file does not exist. */
export function nullIfFileMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
