import { useEffect } from 'react';
import { useRouter } from '@tanstack/react-router';

const NON_PAGE_PATHS = /^\/((api|assets|basemap|dev|media|sitemaps)\/|(robots\.txt|sitemap\.xml)$)/;

/** Whether a path of this origin is a page of the application. */
export function isPage(pathname: string): boolean {
  return !NON_PAGE_PATHS.test(pathname);
}

/**
 * Handles plain links to pages of the site by client-side navigation, and prefetches their pages on hover and focus. The listeners are
 * delegated to the document, so links need no component.
 */
export function useClientNavigation(): void {
  const router = useRouter();
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
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
    const prefetch = ({ target }: Event) => {
      const link = findPageLink(target);
      // A failed prefetch is repeated on navigation, which shows the error.
      if (link)
        router
          .preloadRoute({ to: link.pathname as '/', search: router.options.parseSearch?.(link.search) as never })
          .catch(() => {});
    };
    document.addEventListener('click', onClick);
    document.addEventListener('pointerover', prefetch);
    document.addEventListener('focusin', prefetch);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('pointerover', prefetch);
      document.removeEventListener('focusin', prefetch);
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

/** Whether a link targets a fragment of the current page, which the browser handles itself. */
function isOnThisPage(link: HTMLAnchorElement): boolean {
  return link.hash !== '' && link.pathname === location.pathname && link.search === location.search;
}
