import { getClientOptions, toApiError } from '../../../platform/http/api-client.ts';
import { type Api, type ApiError, fillPath, isApiError } from '../../../platform/http/contract.ts';
import { boardEvents } from './contract.ts';
import { HEARTBEAT_MS, boardEvent } from './schema.ts';

const MAX_RETRY_MS = 30_000;
/** A stream that is silent for this long is broken: a lost network does not close it. */
const SILENCE_MS = HEARTBEAT_MS * 2.5;

/**
 * Calls `onVersion` with the version of a board now, after each change, and after each reconnect, while the page is visible, until it is
 * aborted. Reads the stream by fetch, since an EventSource cannot send the token.
 * @param onGone called when the user may no longer see the board
 */
export function watchBoard(
  api: Api,
  id: string,
  {
    signal: ended,
    onVersion,
    onGone,
  }: { signal: AbortSignal; onVersion: (version: number) => void; onGone: (error: ApiError) => void },
): void {
  let hiding = new AbortController();

  const start = async (signal: AbortSignal) => {
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await readVersions(api, id, signal, (version) => {
          failures = 0;
          onVersion(version);
        });
      } catch (error) {
        if (isApiError(error) && error.status < 429) return error.errorType === 'NOT_FOUND' ? onGone(error) : undefined;
      }
      if (!signal.aborted) await waitToRetry(failures, signal);
    }
  };
  const onVisibilityChange = () => {
    hiding.abort();
    hiding = new AbortController();
    if (!document.hidden) void start(AbortSignal.any([ended, hiding.signal]));
  };
  if (ended.aborted) return;
  onVisibilityChange();
  document.addEventListener('visibilitychange', onVisibilityChange, { signal: ended });
}

/** Reads a stream until it ends. */
async function readVersions(
  api: Api,
  id: string,
  signal: AbortSignal,
  onVersion: (version: number) => void,
): Promise<void> {
  const { origin = '', token } = getClientOptions(api);
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const postpone = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  postpone();
  try {
    const response = await fetch(`${origin}/api${fillPath(boardEvents.path, { id }).path}`, {
      headers: { authorization: `Bearer ${token?.()}` },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok) throw await toApiError(response);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      postpone();
      const lines = (text + chunk.value).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines)
        if (line.startsWith('data: ')) onVersion(boardEvent.parse(JSON.parse(line.slice('data: '.length))).version);
    }
  } finally {
    clearTimeout(timer!);
  }
}

/** Waits longer after each failure, with jitter, and not longer than until the network is back. */
function waitToRetry(failures: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(1_000 * 2 ** failures, MAX_RETRY_MS) * (0.5 + Math.random() / 2));
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
