import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { MODULE, compiledModule } from './build-kernel.ts';

test('the compiled facet kernel matches its source', async () => {
  expect(await readFile(MODULE, 'utf8')).toBe(await compiledModule());
}, 60_000);
