import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { file } from '../../platform/http/csv-download.ts';
import { dataExport } from './schema.ts';

export const latestExport = route('GET', '/profile/data-export', {
  summary: 'Returns the latest archive of the data of the caller, or null',
  access: 'account.export',
  isForPeople: true,
  output: z.object({ export: dataExport.nullable() }),
});

export const requestExport = route('POST', '/profile/data-exports', {
  summary: 'Makes an archive of everything that the site has stored about the caller, and emails them when it is ready',
  access: 'account.export',
  confirmIdentity: 'always',
  isForPeople: true,
  output: z.object({ message: z.string() }),
  limit: { calls: 20, seconds: 600 },
});

export const createDownload = route('POST', '/profile/data-exports/{id}/download', {
  summary: 'Lets the browser of the caller download an archive for 15 minutes, by a cookie',
  access: 'account.export',
  confirmIdentity: 'always',
  isForPeople: true,
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
  limit: { calls: 20, seconds: 600 },
});

/** Public: a link has no token of the session. The cookie authorises it. */
export const downloadExport = route('GET', '/data-exports/{id}', {
  summary: 'Downloads an archive as ZIP, in the browser that was allowed to',
  access: 'public',
  input: z.object({ id: z.uuid() }),
  output: file,
  contentType: 'application/zip',
  limit: { calls: 20, seconds: 600 },
});
