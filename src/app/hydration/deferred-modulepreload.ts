/**
 * The server-rendered page is complete, so its first paint comes before the JavaScript. Loading both at once would share the bandwidth
 * and delay the first paint by seconds on a slow connection. The modulepreload links are therefore sent with a `rel` that browsers
 * ignore, and get the real one after the first paint.
 */
const MODULEPRELOAD = 'modulepreload';
const DEFERRED_MODULEPRELOAD = 'later-modulepreload';

/** Returns the HTML of a page with its modulepreload links deferred. */
export function deferModulepreload(html: string): string {
  return html.replaceAll(`<link rel="${MODULEPRELOAD}"`, `<link rel="${DEFERRED_MODULEPRELOAD}"`);
}

/** Activates the deferred modulepreload links. */
export function startModulepreload(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel="${DEFERRED_MODULEPRELOAD}"]`))
    link.rel = MODULEPRELOAD;
}

/** Calls `callback` after the first paint; at once in a background tab, which does not paint. */
export function afterFirstPaint(callback: () => void): void {
  if (document.hidden) callback();
  else requestAnimationFrame(() => setTimeout(callback));
}
