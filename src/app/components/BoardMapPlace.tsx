import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { ShownLocation } from '../../features/boards/ui/BoardLocation.tsx';
import { siteQuery } from '../../features/content/client.ts';
import { InView } from '../../features/geography/ui/in-view/InView.tsx';
import { formatCount } from '../../platform/text/numbers.ts';
import { lazyPart } from '../../ui/LazyMount.tsx';

const BoardMap = lazyPart(() => import('./BoardMap.tsx'));

/** The map of a page of a board, loaded when it is in view, and how many of the locations are not on it. */
export function BoardMapPlace<Item extends ShownLocation>(props: {
  items: readonly Item[];
  getHref: (item: Item) => string | null;
}) {
  const { items, getHref } = props;
  const { api } = useRouteContext({ from: '__root__' });
  const { data: site } = useSuspenseQuery(siteQuery(api));
  const missing = items.filter(({ location }) => location === null || location.latitude === null).length;
  return (
    <>
      {missing < items.length && (
        <section aria-label="Map">
          <InView className="board-map">
            <BoardMap
              items={items}
              getHref={getHref as (item: ShownLocation) => string | null}
              styleUrl={site.mapStyleUrl}
            />
          </InView>
        </section>
      )}
      {missing > 0 && (
        <p className="muted small">
          {formatCount(missing, 'location')} of this page without a public position {missing === 1 ? 'is' : 'are'} not
          on the map.
        </p>
      )}
    </>
  );
}
