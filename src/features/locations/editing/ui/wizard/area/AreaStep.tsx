import { useRef, useState } from 'react';
import type { Api } from '../../../../../../platform/http/contract.ts';
import { FieldError } from '../../../../../../ui/Field.tsx';
import { MapPin } from '../../../../../../ui/icons.tsx';
import { InView } from '../../../../../geography/ui/in-view/InView.tsx';
import type { MapTarget } from '../../../../../geography/ui/markers.ts';
import type { TypedFields } from '../../../../working-copy/schema.ts';
import { LAST_STEP, type OwnLocation, getStepFields } from '../../../schema.ts';
import { isMapField } from '../../../../working-copy/ui/FieldControl.tsx';
import { useGeocoding } from '../FieldSuggestion.tsx';
import { StepFields } from '../StepFields.tsx';
import type { StepProps } from '../step-state.ts';
import { Coordinates, MISSING_ID } from '../../../../working-copy/ui/position/Coordinates.tsx';
import { PhotoPositions } from './PhotoPositions.tsx';
import { PointMap } from '../../../../working-copy/ui/position/PointMap.tsx';
import { PrecisionChoice } from './PrecisionChoice.tsx';
import { PlaceSuggestions } from './PlaceSuggestions.tsx';
import { MAP_HINT_ID, roundToMetre } from '../../../../working-copy/ui/position/coordinates.ts';
import { type LocationFields, getField } from '../../../../catalogue/fields/lookup.ts';
import { POINT_MAP_CAPTIONS } from '../../../../catalogue/fields/map-precision.ts';
import { getRegionRules } from '../../../../../geography/region-rules.ts';
import type { MapPrecision, Position } from '../../../../../geography/schema.ts';
import './area.css';
import '../../../../../../ui/form.css';

/** Pixels around the whole region. */
const REGION_PADDING = 8;
/** Zoom levels of the map for a point with its public circle, and for the surroundings of a postcode. */
const ZOOM: Readonly<Record<MapPrecision, number>> = { exact: 11, near: 11, area: 9.5 };
const DISTRICT_ZOOM = 10;

/** The fields of this step besides the position. */
const OTHER_FIELDS = getStepFields(LAST_STEP).filter((name) => !isMapField(getField(name)));

/**
 * The position of a location, and the precision of its public position.
 * @param props.styleUrl another MapLibre style instead of our own base map
 */
export function AreaStep(props: StepProps & { location: OwnLocation; styleUrl: string | null }) {
  const { location, styleUrl, ...step } = props;
  const { api, fields, change, problems } = step;
  const point = toPosition(fields);
  const { target, centreMap } = useMapTarget(api, fields, point);
  const centre = useRef<Position>(undefined);
  const missing = problems['latitude'] ?? problems['longitude'];
  const moveTo = (position: Position) => {
    change(roundToMetre(position));
    centreMap(position, fields.map_precision);
  };
  // The first click is on a map of the region, which zooms in; later clicks do not move the map.
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
        <p className="small">{point && POINT_MAP_CAPTIONS[fields.map_precision]}</p>
        <button
          type="button"
          className="button button--quiet area__centre-button"
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
      <div className="wizard__fields">
        <StepFields {...step} names={OTHER_FIELDS} />
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

/** The map view: the point, otherwise the surroundings of the postcode, otherwise the whole region. */
function useMapTarget(api: Api, fields: LocationFields, point: Position | null) {
  const [region] = useState<MapTarget>(() => ({ box: getRegionRules().view, padding: REGION_PADDING }));
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
  return { target: requestedTarget ?? first ?? around?.target ?? region, centreMap };
}

function toMapTarget({ latitude, longitude }: Position, precision: MapPrecision): MapTarget {
  return { center: [longitude, latitude], zoom: ZOOM[precision] };
}
