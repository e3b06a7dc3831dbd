/**
 * The page is complete as it came, so it is shown before anything makes it answer: were the program loaded along with it, the two
 * would share the line, and a slow one would show the page seconds later. The links that ask for the parts of the program
 * therefore reach the browser under a name that it does not know, and get their own after the first paint.
 */
const MODULEPRELOAD = 'modulepreload';
const DEFERRED_MODULEPRELOAD = 'later-modulepreload';

/** The HTML of a page, whose program is to be loaded after its first paint. */
export function deferModulepreload(html: string): string {
  return html.replaceAll(`<link rel="${MODULEPRELOAD}"`, `<link rel="${DEFERRED_MODULEPRELOAD}"`);
}

/** Starts loading the program of this page. */
export function startModulepreload(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel="${DEFERRED_MODULEPRELOAD}"]`))
    link.rel = MODULEPRELOAD;
}

/** Runs `start` once the page is shown; one in a background tab is not shown for now, and waits for nothing. */
export function afterFirstPaint(start: () => void): void {
  if (document.hidden) start();
  else requestAnimationFrame(() => setTimeout(start));
}
