import { useId, useRef, useState } from 'react';
import type { Api } from '../../../../../platform/http/contract.ts';
import { FieldError } from '../../../../../ui/Field.tsx';
import { MapPin } from '../../../../../ui/icons.tsx';
import { InView } from '../../../../geography/ui/in-view/InView.tsx';
import type { MapTarget } from '../../../../geography/ui/markers.ts';
import type { TypedFields } from '../../../working-copy/schema.ts';
import type { OwnLocation } from '../../../submission/schema.ts';
import { useGeocoding } from '../FieldSuggestion.tsx';
import { Coordinates, MISSING_ID } from '../../position/Coordinates.tsx';
import { PhotoPositions } from './PhotoPositions.tsx';
import { PointMap } from '../../position/PointMap.tsx';
import { PrecisionChoice } from './PrecisionChoice.tsx';
import { PlaceSuggestions } from './PlaceSuggestions.tsx';
import { MAP_HINT_ID, roundToMetre } from '../../position/coordinates.ts';
import { type LocationFields, getOwnerLabel } from '../../../fields/lookup.ts';
import type { BoundingBox, MapPrecision, Position } from '../../../../geography/schema.ts';
import './area.css';
import '../../../../../ui/form.css';

const SCOTLAND: BoundingBox = [-8, 54.6, -0.7, 60.9];
/** Zoom levels at which the map shows a point with its public circle, and the surroundings of a postcode. */
const ZOOM: Readonly<Record<MapPrecision, number>> = { exact: 11, near: 11, area: 9.5 };
const DISTRICT_ZOOM = 10;

const SEEN_AS_CIRCLE = 'Everyone sees the yellow circle, not the point.';
const PRECISION_LABELS: Readonly<Record<MapPrecision, string>> = {
  exact: 'Everyone sees this point.',
  near: SEEN_AS_CIRCLE,
  area: SEEN_AS_CIRCLE,
};

/**
 * The position of a location, and the precision of its public position.
 * @param props.fields the current input
 * @param props.problems messages by field
 * @param props.styleUrl another MapLibre style instead of our own base map
 */
export function AreaStep(props: {
  api: Api;
  location: OwnLocation;
  fields: LocationFields;
  change: (input: TypedFields) => void;
  problems: Readonly<Record<string, string>>;
  styleUrl: string | null;
}) {
  const { api, location, fields, change, problems, styleUrl } = props;
  const point = toPosition(fields);
  const { target, centreMap } = useMapTarget(api, fields, point);
  const centre = useRef<Position>(undefined);
  const addressHint = useId();
  const missing = problems['latitude'] ?? problems['longitude'];
  const moveTo = (position: Position) => {
    change(roundToMetre(position));
    centreMap(position, fields.map_precision);
  };
  // The first click is on a map of the country, which zooms in; later clicks do not move the map.
  const pick = point ? change : moveTo;
  return (
    <div className="area">
      <PhotoPositions images={location.images} point={point} onUse={moveTo} />
      <section aria-label="Location area">
        <p className="area__hint small muted" id={MAP_HINT_ID}>
          Click on the map where the place is. Drag the point to move it, or use the arrow keys; hold Shift for longer
          steps.
        </p>
        {missing !== undefined && <FieldError id={MISSING_ID} message={missing} />}
        <InView className="point-map">
          <PointMap
            point={point}
            precision={fields.map_precision}
            target={target}
            styleUrl={styleUrl}
            onPick={pick}
            onCentre={(position) => {
              centre.current = position;
            }}
          />
        </InView>
        <p className="small">{point && PRECISION_LABELS[fields.map_precision]}</p>
        <button
          type="button"
          className="button button--quiet area__middle"
          onClick={() => centre.current && change(roundToMetre(centre.current))}
        >
          <MapPin />
          Set the point in the middle of the map
        </button>
      </section>
      <PrecisionChoice
        chosen={fields.map_precision}
        problem={problems['map_precision']}
        onChoose={(map_precision) => {
          change({ map_precision });
          if (point) centreMap(point, map_precision);
        }}
      />
      <div>
        <label className="check">
          <input
            type="checkbox"
            checked={fields.address_public}
            aria-describedby={addressHint}
            onChange={(event) => change({ address_public: event.target.checked })}
          />
          {getOwnerLabel('address_public')}
        </label>
        <p className="check__hint small muted" id={addressHint}>
          Without this, only the nearest town is shown.
        </p>
      </div>
      <Coordinates
        latitude={fields.latitude}
        longitude={fields.longitude}
        isMissing={missing !== undefined}
        onChange={(changed) => {
          change(changed);
          const next = toPosition({ ...fields, ...changed });
          if (next) centreMap(next, fields.map_precision);
        }}
      />
      {point && <PlaceSuggestions api={api} point={point} fields={fields} change={change} />}
    </div>
  );
}

function toPosition({ latitude, longitude }: Pick<TypedFields, 'latitude' | 'longitude'>): Position | null {
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : null;
}

/** The map view: the point, otherwise the surroundings of the postcode, otherwise the whole country. */
function useMapTarget(api: Api, fields: LocationFields, point: Position | null) {
  const [first] = useState(() => point && toMapTarget(point, fields.map_precision));
  const [requestedTarget, setRequestedTarget] = useState<MapTarget>();
  const district = useGeocoding(api, first === null ? fields.postcode : '');
  const [around, setAround] = useState<{ of: unknown; target: MapTarget }>();
  if (district && around?.of !== district) {
    const { latitude, longitude } = district;
    setAround({ of: district, target: { center: [longitude, latitude], zoom: DISTRICT_ZOOM } });
  }
  const centreMap = (position: Position, precision: MapPrecision) =>
    setRequestedTarget(toMapTarget(position, precision));
  return { target: requestedTarget ?? first ?? around?.target ?? COUNTRY, centreMap };
}

const COUNTRY: MapTarget = { box: SCOTLAND, padding: 8 };

function toMapTarget({ latitude, longitude }: Position, precision: MapPrecision): MapTarget {
  return { center: [longitude, latitude], zoom: ZOOM[precision] };
}
