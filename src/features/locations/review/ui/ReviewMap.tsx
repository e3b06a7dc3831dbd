import { useMemo } from 'react';
import { lazyPart } from '../../../../ui/LazyMount.tsx';
import { formatDistance } from '../../../geography/format-distance.ts';
import { getKilometresBetween } from '../../../geography/measure.ts';
import type { Position } from '../../../geography/schema.ts';
import { InView } from '../../../geography/ui/in-view/InView.tsx';
import type { Pin } from '../../../geography/ui/markers.ts';
import type { LocationRecord } from '../../admin-record/schema.ts';
import '../../../geography/ui/in-view/map.css';
import './review.css';

const InteractiveMap = lazyPart(() => import('../../../geography/ui/InteractiveMap.tsx'));

/** Padding around both points in pixels, and the zoom for a single point. */
const PADDING = 64;
const ZOOM = 11;

/** The submitted point on a map, with the published position and the line between them where both exist and differ. */
export function ReviewMap({ record, styleUrl }: { record: LocationRecord; styleUrl: string | null }) {
  const { published, map_precision } = record;
  const submitted = useMemo(() => toPosition(record), [record]);
  const online = useMemo(() => (published ? toPosition(published) : null), [published]);
  const target = useMemo(() => getTarget(submitted, online), [submitted, online]);
  const pins = useMemo((): Pin[] => {
    if (!online || !published) return [];
    return [{ id: 'published', title: 'Published', href: '', precision: published.map_precision, ...online }];
  }, [online, published]);
  const pin = useMemo(
    () => submitted && { id: 'submitted', title: 'Submitted', href: '', precision: 'exact' as const, ...submitted },
    [submitted],
  );
  if (!target) return <p className="muted">No point on the map.</p>;
  return (
    <>
      <InView className="review__map">
        <InteractiveMap
          label="Map of the submitted position"
          styleUrl={styleUrl}
          target={target}
          pins={pins}
          clusters={[]}
          highlighted={pin ?? undefined}
          isInert
          outline={submitted && online ? [online, submitted] : undefined}
          scrollsPage
          alternative="The positions are among the fields."
        />
      </InView>
      <p className="small muted">{describeMove(submitted, online, map_precision)}</p>
    </>
  );
}

function toPosition({ latitude, longitude }: Pick<LocationRecord, 'latitude' | 'longitude'>): Position | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

function getTarget(submitted: Position | null, online: Position | null) {
  const points = [submitted, online].filter((point) => point !== null);
  const [first, second] = points;
  if (!first) return undefined;
  if (!second) return { center: [first.longitude, first.latitude] as const, zoom: ZOOM };
  const [longitudes, latitudes] = [points.map((p) => p.longitude), points.map((p) => p.latitude)];
  const box = [
    Math.min(...longitudes),
    Math.min(...latitudes),
    Math.max(...longitudes),
    Math.max(...latitudes),
  ] as const;
  return { box, padding: PADDING, maxZoom: ZOOM };
}

function describeMove(
  submitted: Position | null,
  online: Position | null,
  precision: LocationRecord['map_precision'],
): string {
  if (!submitted) return 'The position was removed.';
  if (!online) return 'There is no published position.';
  const distance = formatDistance(getKilometresBetween(online, submitted));
  return precision === 'exact'
    ? `The submitted point is ${distance} from the published one.`
    : `The submitted point is ${distance} from the middle of the published area.`;
}
