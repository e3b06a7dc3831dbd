import { keepPreviousData, mutationOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api, Route } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { sendUpload } from '../../../platform/http/send-upload.ts';
import * as routes from './contract.ts';
import type { ImportDetails, importDetails } from './schema.ts';

const KEY = 'imports';
const POLL_INTERVAL_MS = 1_000;
const detailsKey = (id: string) => [KEY, 'details', id];

export const importsQuery = (api: Api) => ({ ...routeQuery(api, [KEY, 'list'], routes.imports, {}), staleTime: 0 });

export const importQuery = (api: Api, id: string) => ({
  ...routeQuery(api, detailsKey(id), routes.importById, { id }),
  staleTime: 0,
});

/** Milliseconds until an import is loaded again; false if no job works on it. */
export function getPollInterval(details: ImportDetails | undefined): number | false {
  return details?.state === 'CHECKING' && POLL_INTERVAL_MS;
}

/** A page of the rows. @param version of the import: a new dry run refetches them */
export const importRowsQuery = (api: Api, params: z.input<typeof routes.importRows.input>, version: number) => ({
  ...routeQuery(api, [KEY, 'rows', params, version], routes.importRows, params),
  placeholderData: keepPreviousData,
});

export const uploadMutation = (api: Api) =>
  mutationOptions({
    mutationFn: ({ file, onProgress }: { file: File; onProgress: (bytes: number) => void }) =>
      sendUpload(api, routes.uploadImport, { name: file.name, file }, { onProgress }),
    onSuccess: (details, _input, _, { client }) => client.setQueryData(detailsKey(details.id), details),
  });

/** Checks, reopens or applies an import. */
export const importCommandMutation = <Input extends z.ZodType>(api: Api, route: Route<Input, typeof importDetails>) =>
  routeMutation(api, route, (client, details) => client.setQueryData(detailsKey(details.id), details));

export const discardMutation = (api: Api) => routeMutation(api, routes.discardImport, () => {});
