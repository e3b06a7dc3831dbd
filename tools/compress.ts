import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Compresses the built assets ahead of time, so that requests do not have to. */
const ASSETS = path.resolve(import.meta.dirname, '../dist/client/assets');
const COMPRESSIBLE = /\.(js|css|svg|json)$/;
const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

const files = (await readdir(ASSETS)).filter((file) => COMPRESSIBLE.test(file));
// The compression runs in a pool of threads, which limits how many files are compressed at once.
await Promise.all(files.map((name) => compress(path.join(ASSETS, name))));

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Promise.all([
    brotli(content, { params }).then((compressed) => writeFile(`${file}.br`, compressed)),
    zip(content, { level: 9 }).then((compressed) => writeFile(`${file}.gz`, compressed)),
  ]);
}
