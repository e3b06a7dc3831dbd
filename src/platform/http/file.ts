import { z } from 'zod';
import type { DownloadedFile } from './contract.ts';

/** The output of every route that answers with a file. */
export const file = z.custom<DownloadedFile>();
