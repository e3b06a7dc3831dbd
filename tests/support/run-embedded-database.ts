import { start } from '../../src/platform/db/embedded.ts';

/** Starts the embedded database in the given folder, writes its URL to standard output, and runs until killed. */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder.');
const { url } = await start(folder, { warn() {} });
process.stdout.write(`${url}\n`);
