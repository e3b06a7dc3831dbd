import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Compresses the built assets ahead of time, so that requests do not have to. */
const ASSETS = path.resolve(import.meta.dirname, '../dist/client/assets');
const COMPRESSIBLE = /\.(js|css|svg|json)$/;
const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

for (const name of (await readdir(ASSETS)).filter((file) => COMPRESSIBLE.test(file))) {
  const file = path.join(ASSETS, name);
  const content = await readFile(file);
  await writeFile(
    `${file}.br`,
    await brotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  );
  await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
}
