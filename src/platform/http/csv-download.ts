import { z } from 'zod';
import type { DownloadedFile } from './contract.ts';

/** The output of every route that answers with a file. */
export const file = z.custom<DownloadedFile>();

/** Of every route that answers with a list as CSV. */
export const CSV = {
  output: file,
  contentType: 'text/csv; charset=utf-8',
  limit: { calls: 20, seconds: 600 },
} as const;
