import { userInfo } from 'node:os';
import path from 'node:path';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EISDIR: 'it is a folder',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'it is no folder',
  ENOSPC: 'no space left on the disk',
  EROFS: 'the file system is read-only',
};

/** Says why a file that an operator has named cannot be used. Names its full path and the user, which may not be those of the shell. */
export function describeFileFailure(
  file: string,
  use: 'read' | 'written',
  { code = '' }: NodeJS.ErrnoException,
): string {
  const user = code === 'EACCES' ? ` for the user ${getUserName()}` : '';
  return `${path.resolve(file)} cannot be ${use}: ${REASONS[code] ?? code}${user}.`;
}

/** Returns the name of the user that runs this process, or its id if it has no name, as in a container. */
export function getUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
