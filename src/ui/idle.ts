/** Milliseconds after which the callback runs even though the page is busy. */
const TIMEOUT_MS = 2_000;

/** Calls back when the browser has a moment to spare; the returned function cancels that. */
export function whenIdle(callback: () => void): () => void {
  // Safari knows no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(callback, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: TIMEOUT_MS });
  return () => cancelIdleCallback(handle);
}

/** The same once the page and its pictures are loaded, so that what follows does not compete with them for the line. */
export function whenLoadedAndIdle(callback: () => void): () => void {
  if (document.readyState === 'complete') return whenIdle(callback);
  let cancel = () => {};
  const onLoad = () => (cancel = whenIdle(callback));
  addEventListener('load', onLoad, { once: true });
  return () => {
    removeEventListener('load', onLoad);
    cancel();
  };
}
