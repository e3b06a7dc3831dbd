import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { getClientOptions, throwApiError } from '../../../platform/http/api-client.ts';
import { type Api, ApiError, fillPath } from '../../../platform/http/contract.ts';
import { answerTo } from '../images/sending.ts';
import { refetchUnless } from '../ownership/client.ts';
import { OWN_KEY } from '../submission/client.ts';
import { addDocument, deleteDocument, locationDocuments } from './contract.ts';
import type { LocationDocument } from './schema.ts';
import { GENERIC_MESSAGE } from '../../../platform/messages.ts';

const keyOf = (id: string) => [OWN_KEY, 'documents', id];

/** The documents of a location, latest first. */
export const documentsQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => api(locationDocuments, { id }, { signal }),
    staleTime: 0,
  });

/** A file to keep as a document. */
interface Given {
  readonly name: string;
  readonly file: File;
  readonly onSent: (bytes: number) => void;
}

/** Sends a document. */
export const documentAddition = (api: Api, id: string) =>
  mutationOptions({
    mutationFn: ({ name, file, onSent }: Given): Promise<z.output<typeof addDocument.output>> => {
      const form = new FormData();
      form.append('name', name);
      form.append('file', file);
      const request = new XMLHttpRequest();
      request.open(addDocument.method, `/api${fillPath(addDocument.path, { id }).path}`);
      const caller = getClientOptions(api);
      const token = caller.token?.();
      request.setRequestHeader('authorization', `Bearer ${token ?? ''}`);
      const { signal } = new AbortController();
      return answerTo<z.output<typeof addDocument.output>>(request, form, onSent, signal).catch((error: ApiError) =>
        throwApiError(caller, error, token),
      );
    },
    onSuccess: ({ document }, _given, _, { client }) => {
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
