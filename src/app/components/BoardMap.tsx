import { useMemo, useState } from 'react';
import type { ShownLocation } from '../../features/boards/ui/BoardLocation.tsx';
import { OverviewMap } from '../../features/geography/ui/OverviewMap.tsx';
import { type Pin, getBoundingBox } from '../../features/geography/ui/markers.ts';
import { OpenedCard } from './results-map/OpenedLocation.tsx';
import { toPin } from './results-map/useMarkers.ts';

const PADDING_PX = 56;
const NO_CLUSTERS = [] as const;

/**
 * The locations of a page of a board on a map, at their public positions.
 * @param props.getHref returns null for a location without a link
 */
export default function BoardMap<Item extends ShownLocation>(props: {
  items: readonly Item[];
  getHref: (item: Item) => string | null;
  styleUrl: string | null;
}) {
  const { items, getHref, styleUrl } = props;
  const [isUsed, setIsUsed] = useState(false);
  const [highlighted, setHighlighted] = useState<Pin>();
  const [opened, setOpened] = useState<Pin>();
  const pins = items.flatMap((item) => {
    const pin = toPin(item.location ?? undefined);
    return pin ? [{ ...pin, href: getHref(item) ?? pin.href }] : [];
  });
  const box = JSON.stringify(getBoundingBox(pins, []));
  const target = useMemo(
    () => ({ box: JSON.parse(box) as [number, number, number, number], padding: PADDING_PX }),
    [box],
  );
  const location = items.find(({ id }) => id === opened?.id)?.location;
  const close = () => {
    setOpened(undefined);
    document.querySelector<HTMLElement>(`.marker__pin[href="${opened?.href}"]`)?.focus({ preventScroll: true });
  };
  return (
    <>
      <OverviewMap
        label="Map of the board"
        styleUrl={styleUrl}
        target={target}
        pins={pins}
        clusters={NO_CLUSTERS}
        highlighted={highlighted ?? opened}
        onHighlight={setHighlighted}
        onOpen={setOpened}
        onUnexpandableCluster={() => undefined}
        alternative="Choose List to see the same locations."
        isUsed={isUsed}
        onUse={() => setIsUsed(true)}
        layer={() => null}
      />
      {opened && location && <OpenedCard key={opened.id} location={location} href={opened.href} onClose={close} />}
    </>
  );
}
