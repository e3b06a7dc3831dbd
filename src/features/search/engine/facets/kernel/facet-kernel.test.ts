import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { compiledModule } from './build.ts';

test('the compiled kernel is that of its source', async () => {
  expect(await readFile(new URL('counting.wasm.ts', import.meta.url), 'utf8')).toBe(await compiledModule());
}, 60_000);
