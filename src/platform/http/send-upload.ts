import type { z } from 'zod';
import { getClientOptions, throwApiError, toApiError } from './api-client.ts';
import { type Api, ApiError, type Route, fillPath, toSearchParams } from './contract.ts';
import { OFFLINE } from '../text/common-messages.ts';

/** A connection without progress for this long counts as lost. */
const PROGRESS_TIMEOUT_MS = 30_000;

interface UploadOptions {
  /** The body of a route that receives bytes. */
  readonly bytes?: Blob;
  /** Called with the number of bytes sent so far, which `fetch` does not report. */
  readonly onProgress?: (bytes: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Calls a route that receives bytes, or a form built from the input. Rejects with an ApiError, UNAVAILABLE if it is aborted.
 * @param input path parameters, and the query (for bytes) or the form fields
 */
export async function sendUpload<Input extends z.ZodType, Output extends z.ZodType>(
  api: Api,
  route: Route<Input, Output>,
  input: z.input<Input> & Readonly<Record<string, unknown>>,
  { bytes, onProgress, signal }: UploadOptions,
): Promise<z.output<Output>> {
  if (signal?.aborted) throw new ApiError('UNAVAILABLE', OFFLINE);
  const client = getClientOptions(api);
  const token = client.token?.();
  const { path, rest } = fillPath(route.path, input);
  const request = new XMLHttpRequest();
  const query = route.body === 'bytes' ? toSearchParams(rest).toString() : '';
  request.open(route.method, `/api${path}${query && `?${query}`}`);
  if (route.body === 'bytes') request.setRequestHeader('content-type', 'application/octet-stream');
  request.setRequestHeader('authorization', `Bearer ${token ?? ''}`);
  const response = await send(request, route.body === 'bytes' ? bytes : toForm(rest), onProgress, signal);
  if (!response.ok) return throwApiError(client, await toApiError(response), token);
  return (await response.json()) as z.output<Output>;
}

function toForm(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value as string | Blob);
  return form;
}

function send(
  request: XMLHttpRequest,
  body: Blob | FormData | undefined,
  onProgress: UploadOptions['onProgress'],
  signal: AbortSignal | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new ApiError('UNAVAILABLE', OFFLINE));
    const abort = () => request.abort();
    let timer = setTimeout(abort, PROGRESS_TIMEOUT_MS);
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(timer);
      timer = setTimeout(abort, PROGRESS_TIMEOUT_MS);
      onProgress?.(loaded);
    };
    request.onerror = fail;
    request.onabort = fail;
    request.onload = () => {
      const headers = { 'retry-after': request.getResponseHeader('retry-after') ?? '' };
      resolve(new Response(request.responseText || null, { status: request.status, headers }));
    };
    request.onloadend = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    signal?.addEventListener('abort', abort);
    request.send(body);
  });
}
