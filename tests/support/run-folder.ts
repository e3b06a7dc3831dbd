import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PREFIX = 'recce-run-';
/** As of /tmp: the embedded database, which runs as another user if root starts the tests, reaches its folders. */
const SHARED_FOLDER = 0o1777;

/**
 * Makes a folder in which everything that this test run and its processes put into the temporary folder ends up, also what a test that
 * fails leaves. Returns the function that deletes it.
 */
export async function createRunFolder(): Promise<() => Promise<void>> {
  const outer = tmpdir();
  // Each project of the run has a folder beside the others: one may be deleted while another is in use.
  const parent = path.basename(outer).startsWith(PREFIX) ? path.dirname(outer) : outer;
  const folder = await mkdtemp(path.join(parent, PREFIX));
  await chmod(folder, SHARED_FOLDER);
  process.env['TMPDIR'] = folder;
  return async () => {
    process.env['TMPDIR'] = parent;
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
}
