import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { MODULE, compileModule } from './build-kernel.ts';

test('the compiled kernel is current', async () => {
  expect(await readFile(MODULE, 'utf8')).toBe(await compileModule());
}, 60_000);
