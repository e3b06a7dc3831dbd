import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const GENERATOR = path.resolve(import.meta.dirname, 'node_modules/.bin/openapi-typescript');
const FILE = 'recce-api.d.ts';

/**
 * Writes the types of the API of a site, for `openapi-fetch` (docs/api.md).
 * @returns the path of the file
 */
export async function writeClientTypes(siteUrl: string, folder: string): Promise<string> {
  const file = path.resolve(folder, FILE);
  const options = ['--root-types', '--root-types-no-schema-prefix', '--output', file];
  await promisify(execFile)(GENERATOR, [new URL('/api/openapi.json', siteUrl).href, ...options]);
  return file;
}

if (import.meta.main) console.log(await writeClientTypes(process.argv[2] ?? 'http://localhost:3000', '.'));
