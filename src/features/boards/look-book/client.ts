import { type QueryClient, keepPreviousData, mutationOptions } from '@tanstack/react-query';
import { type Api, isConflict } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { sendUpload } from '../../../platform/http/send-upload.ts';
import {
  deleteLogo,
  deleteLookBook,
  lookBooksOfBoard,
  ownLogo,
  previewLookBook,
  requestLookBook,
  saveLogo,
} from './contract.ts';
import type { LookBookSettings, LookBookState } from './schema.ts';

const KEY = ['look-books'] as const;
const PREVIEW_KEY = ['look-book-previews'] as const;
/** How often the dialog asks how far a look-book is. */
const POLL_MS = 1_500;

export const lookBooksQuery = (api: Api, id: string) => ({
  ...routeQuery(api, [...KEY, id], lookBooksOfBoard, { id }),
  refetchInterval: ({ state }: { state: { data?: { look_books: LookBookState[] } | undefined } }) =>
    state.data?.look_books.some((each) => each.state === 'WAITING') === true && POLL_MS,
});

/** How often a preview is asked for while another window has one drawn. */
const MAX_RETRIES = 5;
const RETRY_MS = 1_000;
/** Pages are some hundred kilobytes. */
const PREVIEW_CACHE_MS = 60_000;

/** The first pages of a look-book of a board in a version. */
export const previewQuery = (
  api: Api,
  { id, version }: { readonly id: string; readonly version: number },
  settings: LookBookSettings,
) => ({
  ...routeQuery(api, [...PREVIEW_KEY, id, version, settings], previewLookBook, { id, ...settings }),
  placeholderData: keepPreviousData,
  staleTime: PREVIEW_CACHE_MS,
  gcTime: PREVIEW_CACHE_MS,
  retry: (count: number, error: unknown) => isConflict(error) && count < MAX_RETRIES,
  retryDelay: RETRY_MS,
});

const refetchLookBooks = (client: QueryClient) => client.invalidateQueries({ queryKey: KEY });

export const requestLookBookMutation = (api: Api) => routeMutation(api, requestLookBook, refetchLookBooks);

export const deleteLookBookMutation = (api: Api) => routeMutation(api, deleteLookBook, refetchLookBooks);

const LOGO_KEY = ['look-book-logo'] as const;

export const logoQuery = (api: Api) => routeQuery(api, LOGO_KEY, ownLogo, {});

const refetchLogo = (client: QueryClient) =>
  Promise.all([LOGO_KEY, PREVIEW_KEY].map((queryKey) => client.invalidateQueries({ queryKey })));

export const saveLogoMutation = (api: Api) =>
  mutationOptions({
    mutationFn: ({ file, alt }: { readonly file: File; readonly alt: string }) =>
      sendUpload(api, saveLogo, { alt }, { bytes: file }),
    onSuccess: (_output, _input, _result, { client }) => refetchLogo(client),
  });

export const deleteLogoMutation = (api: Api) => routeMutation(api, deleteLogo, refetchLogo);
