import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { once } from '../../platform/runtime/compute-once.ts';
import { DEFAULT_REGION } from '../../platform/settings/config.ts';
import { getRegionPath, parseRegionFile } from '../geography/region/queries.server.ts';
import type { HeadingWords } from './reading/script.ts';
import { headingWords } from './schema.ts';

const FILE = 'heading-words.json';

/** Returns the words of scene headings, read on first use. @throws {ConfigError} naming the invalid keys */
export const listHeadingWords = once((): HeadingWords[] => {
  const own = getRegionPath(FILE);
  const file = existsSync(own) ? own : path.join(DEFAULT_REGION, FILE);
  return parseRegionFile(z.array(headingWords), file);
});
