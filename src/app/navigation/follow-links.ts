import { useEffect } from 'react';
import { useRouter } from '@tanstack/react-router';

const NON_PAGE_PATHS = /^\/((api|assets|basemap|dev|media|sitemaps)\/|(robots\.txt|sitemap\.xml)$)/;

/** Whether an address of this origin is a page of the application. */
export function isPage(pathname: string): boolean {
  return !NON_PAGE_PATHS.test(pathname);
}

/**
 * Makes ordinary links inside the site navigate without loading the document anew, and fetches what they lead to as soon as
 * they are pointed at or focused. One listener serves every link, so a link costs no more than its HTML.
 */
export function useClientNavigation(): void {
  const router = useRouter();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return;
      const link = findPageLink(event.target);
      if (!link || isOnThisPage(link)) return;
      event.preventDefault();
      void router.navigate({ href: toPath(link) });
    };
    const prepare = ({ target }: Event) => {
      const link = findPageLink(target);
      // What cannot be fetched ahead is fetched when it is followed, with its error.
      if (link)
        router
          .preloadRoute({ to: link.pathname as '/', search: router.options.parseSearch?.(link.search) as never })
          .catch(() => {});
    };
    document.addEventListener('click', follow);
    document.addEventListener('pointerover', prepare);
    document.addEventListener('focusin', prepare);
    return () => {
      document.removeEventListener('click', follow);
      document.removeEventListener('pointerover', prepare);
      document.removeEventListener('focusin', prepare);
    };
  }, [router]);
}

function findPageLink(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link?.href || link.origin !== location.origin || link.target || link.hasAttribute('download')) return null;
  return isPage(link.pathname) ? link : null;
}

function toPath(link: HTMLAnchorElement): string {
  return link.pathname + link.search + link.hash;
}

/** A link to a part of the page that is shown, which the browser follows by itself. */
function isOnThisPage(link: HTMLAnchorElement): boolean {
  return link.hash !== '' && link.pathname === location.pathname && link.search === location.search;
}
