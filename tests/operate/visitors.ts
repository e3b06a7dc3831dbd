/** Concurrent requests, without a pause between them. */
const VISITORS = 4;
const PAGES = ['/', '/find-a-location?query=castle', '/api/locations?query=loch', '/contact-us', '/api/health'];

/** Scripts and styles, whose names differ between releases. */
const ASSETS = /(?<=["'])\/assets\/[\w.-]+\.(?:js|css)/g;

/** Sends requests while something happens. Returns the number of requests and the failures. */
export async function visitDuring(
  url: string,
  work: () => Promise<void> | void,
): Promise<{ requests: number; failures: string[]; longestMs: number }> {
  const failures: string[] = [];
  let requests = 0;
  let longestMs = 0;
  const controller = new AbortController();
  const get = async (page: string): Promise<string> => {
    const start = performance.now();
    requests++;
    try {
      const response = await fetch(url + page);
      if (!response.ok) failures.push(`${page} ${response.status}`);
      return await response.text();
    } catch (error) {
      failures.push(`${page} ${String((error as Error).cause ?? error)}`);
      return '';
    } finally {
      longestMs = Math.max(longestMs, performance.now() - start);
    }
  };
  const visitor = async (first: number) => {
    for (let i = first; !controller.signal.aborted; i++) {
      const text = await get(PAGES[i % PAGES.length]!);
      for (const asset of new Set(text.match(ASSETS))) await get(asset);
    }
  };
  const visitors = Array.from({ length: VISITORS }, (_, n) => visitor(n));
  await work();
  controller.abort();
  await Promise.all(visitors);
  return { requests, failures, longestMs: Math.round(longestMs) };
}
