import { z } from 'zod';
import type { DownloadedFile } from './contract.ts';

/** The output schema of routes that return a file. */
export const file = z.custom<DownloadedFile>();

/** The options of routes that return a list as CSV. */
export const CSV = {
  output: file,
  contentType: 'text/csv; charset=utf-8',
  limit: { calls: 20, seconds: 600 },
} as const;
