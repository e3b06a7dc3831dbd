import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Compresses the built files once and well, so that no request has to. */
const ASSETS = path.resolve(import.meta.dirname, '../dist/client/assets');
const WORTH_IT = /\.(js|css|svg|json)$/;
const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

for (const name of (await readdir(ASSETS)).filter((file) => WORTH_IT.test(file))) {
  const file = path.join(ASSETS, name);
  const content = await readFile(file);
  await writeFile(
    `${file}.br`,
    await brotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  );
  await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
}
