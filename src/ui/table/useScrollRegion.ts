import { type RefObject, useEffect } from 'react';

/** The largest fraction of the region that a sticky column may take. */
const MAX_STICKY_SHARE = 0.4;

/**
 * Marks the region of a table with `data-measured` once its size is known, and with `data-scrolls` while the table is wider: it then scrolls
 * in both directions, with sticky headings. The first column is sticky too, `data-sticky-column`, unless it would leave too little room for
 * the others.
 */
export function useScrollRegion(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = region.current;
    const table = element?.querySelector('table');
    if (!element || !table) return undefined;
    let frame = 0;
    const update = () => {
      const { scrollWidth, clientWidth } = element;
      const isWider = scrollWidth > clientWidth + 1;
      const width = table.querySelector<HTMLElement>('thead th')?.offsetWidth ?? 0;
      const isSticky = isWider && width <= clientWidth * MAX_STICKY_SHARE;
      element.toggleAttribute('data-measured', true);
      element.toggleAttribute('data-scrolls', isWider);
      element.toggleAttribute('data-sticky-column', isSticky);
      element.style.setProperty('--sticky-column', `${isSticky ? width : 0}px`);
    };
    // In the next frame, because the update can change the observed sizes.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(update);
    });
    observer.observe(element);
    observer.observe(table);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [region]);
}
