/** Milliseconds after which the callback runs even if the page is busy. */
const TIMEOUT_MS = 2_000;

/** Calls `callback` when the browser is idle. Returns a function that cancels it. */
export function whenIdle(callback: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(callback, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: TIMEOUT_MS });
  return () => cancelIdleCallback(handle);
}

/** Like {@link whenIdle}, but after the page and its images have loaded, so that the work does not compete with them for bandwidth. */
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
