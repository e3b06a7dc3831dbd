import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { type Api, ApiError } from '../../platform/http/contract.ts';
import { sendUpload } from '../../platform/http/send-upload.ts';
import { refetchUnless, OWN_KEY } from '../locations/working-copy/client.ts';
import { addDocument, deleteDocument, locationDocuments } from './contract.ts';
import type { LocationDocument } from './schema.ts';
import { GENERIC_MESSAGE } from '../../platform/messages.ts';

const keyOf = (id: string) => [OWN_KEY, 'documents', id];

/** The documents of a location, latest first. */
export const documentsQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => api(locationDocuments, { id }, { signal }),
    staleTime: 0,
  });

interface NewDocument {
  readonly name: string;
  readonly file: File;
  readonly onProgress: (bytes: number) => void;
}

/** Sends a document. */
export const documentAddition = (api: Api, id: string) =>
  mutationOptions({
    mutationFn: ({ name, file, onProgress }: NewDocument) =>
      sendUpload(api, addDocument, { id, name, file }, { onProgress }),
    onSuccess: ({ document }, _input, _, { client }) => {
      client.setQueryData<LocationDocument[]>(keyOf(id), (before = []) => [document, ...before]);
      return refetchUnless(client, id);
    },
  });

/** Deletes a document. */
export const documentRemoval = (api: Api, id: string) =>
  mutationOptions({
    mutationFn: async (documentId: string) => {
      const answer: { message: string } | undefined = await api(deleteDocument, { id, documentId });
      // Nothing has said that it is gone.
      if (!answer?.message) throw new ApiError('INTERNAL', GENERIC_MESSAGE);
      return answer;
    },
    onSuccess: (_answer, documentId, _, { client }) => {
      client.setQueryData<LocationDocument[]>(keyOf(id), (before) => before?.filter((one) => one.id !== documentId));
      return refetchUnless(client, id);
    },
  });
