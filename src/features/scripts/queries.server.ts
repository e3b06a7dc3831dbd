import { existsSync } from 'node:fs';
import { z } from 'zod';
import { once } from '../../platform/runtime/compute-once.ts';
import { getRegionPath, parseRegionFile } from '../geography/region/queries.server.ts';
import type { HeadingWords } from './reading/script.ts';
import { headingWords } from './schema.ts';

const FILE = 'heading-words.json';

/** Returns the heading words that the region adds to the common ones, read on first use. @throws {ConfigError} naming the invalid keys */
export const listHeadingWords = once((): HeadingWords[] => {
  const file = getRegionPath(FILE);
  return existsSync(file) ? parseRegionFile(z.array(headingWords), file) : [];
});
