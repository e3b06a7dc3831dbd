/**
 * Returns the rule by which the router scrolls a page that it has rendered. Loaded as a document, a page stays where a script of the router
 * has restored it before, or where its reader has scrolled it since.
 */
export function createScrollRule(): () => boolean {
  // The server asks whether to send that script.
  let isHydrating = !import.meta.env.SSR;
  return () => {
    const stays = isHydrating && window.scrollY !== 0;
    isHydrating = false;
    // The router saves the positions of what was scrolled after it has rendered the page.
    if (stays) document.dispatchEvent(new Event('scroll'));
    return !stays;
  };
}
