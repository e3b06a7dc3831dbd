import { mutationOptions } from '@tanstack/react-query';
import { type Api, ApiError } from '../../platform/http/contract.ts';
import { routeQuery } from '../../platform/http/route-query.ts';
import { sendUpload } from '../../platform/http/send-upload.ts';
import { refetchUnless, OWN_KEY } from '../locations/working-copy/client.ts';
import { addDocument, deleteDocument, locationDocuments } from './contract.ts';
import type { LocationDocument } from './schema.ts';
import { GENERIC_MESSAGE } from '../../platform/text/common-messages.ts';

const getQueryKey = (id: string) => [OWN_KEY, 'documents', id];

/** The documents of a location, latest first. */
export const documentsQuery = (api: Api, id: string) => ({
  ...routeQuery(api, getQueryKey(id), locationDocuments, { id }),
  staleTime: 0,
});

export const addDocumentMutation = (api: Api, id: string) =>
  mutationOptions({
    mutationFn: ({ name, file, onProgress }: { name: string; file: File; onProgress: (bytes: number) => void }) =>
      sendUpload(api, addDocument, { id, name, file }, { onProgress }),
    onSuccess: ({ document }, _input, _, { client }) => {
      client.setQueryData<LocationDocument[]>(getQueryKey(id), (before = []) => [document, ...before]);
      return refetchUnless(client, id);
    },
  });

export const deleteDocumentMutation = (api: Api, id: string) =>
  mutationOptions({
    mutationFn: async (documentId: string) => {
      const result: { message: string } | undefined = await api(deleteDocument, { id, documentId });
      // A response without the message, for instance of a proxy, does not confirm the deletion.
      if (!result?.message) throw new ApiError('INTERNAL', GENERIC_MESSAGE);
      return result;
    },
    onSuccess: (_result, documentId, _, { client }) => {
      client.setQueryData<LocationDocument[]>(getQueryKey(id), (before) =>
        before?.filter((document) => document.id !== documentId),
      );
      return refetchUnless(client, id);
    },
  });
