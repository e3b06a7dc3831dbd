import { useMemo, useState } from 'react';
import { FieldError } from '../../../../ui/Field.tsx';
import { InView } from '../../../geography/ui/in-view/InView.tsx';
import type { MapTarget } from '../../../geography/ui/markers.ts';
import { Coordinates, MISSING_ID } from '../../working-copy/ui/position/Coordinates.tsx';
import { PointMap } from '../../working-copy/ui/position/PointMap.tsx';
import { MAP_HINT_ID, roundToMetre } from '../../working-copy/ui/position/coordinates.ts';
import { getFieldId } from '../../working-copy/ui/FieldControl.tsx';
import { ChangedMark, PublishedValue } from './RecordField.tsx';
import type { RecordForm } from './useRecordForm.ts';
import { type RecordFields, getLabel } from '../../catalogue/fields/lookup.ts';
import { PRECISION_LABELS } from '../../catalogue/fields/map-precision.ts';
import { getRegionRules } from '../../../geography/region-rules.ts';
import { MAP_PRECISIONS, type MapPrecision, type Position } from '../../../geography/schema.ts';

/** Pixels around the whole region. */
const REGION_PADDING = 8;
const ZOOM = 11;

/**
 * The position of a location, on a map and as coordinates, and the precision of its public position.
 * @param props.styleUrl another MapLibre style instead of our own base map
 */
export function PositionField({ form, styleUrl }: { form: RecordForm; styleUrl: string | null }) {
  const { fields, changed, change, parseErrors, problems } = form;
  const { latitude, longitude, map_precision } = fields;
  const point = useMemo(
    () => (latitude === null || longitude === null ? null : { latitude, longitude }),
    [latitude, longitude],
  );
  const [target, setTarget] = useState<MapTarget>(() =>
    point ? toMapTarget(point) : { box: getRegionRules().view, padding: REGION_PADDING },
  );
  const found = problems['latitude'] ?? problems['longitude'];
  // A coordinate that cannot be parsed has its message at its own input.
  const problem = Object.keys(parseErrors).length > 0 ? undefined : found;
  return (
    <>
      <fieldset
        className={`span field ${changed.position ? 'field--changed' : ''}`}
        aria-describedby={problem === undefined ? undefined : MISSING_ID}
      >
        <legend className="visually-hidden">Position</legend>
        {changed.position && (
          <div className="field__name">
            <span className="field__label">Position</span>
            <ChangedMark />
          </div>
        )}
        <p className="small muted" id={MAP_HINT_ID}>
          Click on the map where the place is. Drag the point to move it, or use the arrow keys.
        </p>
        <InView className="point-map record-map">
          <PointMap
            point={point}
            precision={map_precision}
            target={target}
            styleUrl={styleUrl}
            onPick={(position) => change(roundToMetre(position))}
            onCentre={() => {}}
          />
        </InView>
        <Coordinates
          key={form.resets}
          latitude={latitude}
          longitude={longitude}
          isMissing={problem !== undefined}
          isSubmitted={found !== undefined}
          onChange={(changedFields, reason) => {
            const next = { latitude, longitude, ...changedFields } as Pick<RecordFields, 'latitude' | 'longitude'>;
            change(changedFields as Partial<RecordFields>, reason);
            if (next.latitude !== null && next.longitude !== null) setTarget(toMapTarget(next as Position));
          }}
        />
        {problem !== undefined && <FieldError id={MISSING_ID} message={problem} />}
        {changed.position && (
          <PublishedValue form={form} id={getFieldId('latitude')} label="the position" difference={changed.position} />
        )}
      </fieldset>
      <PrecisionField form={form} chosen={map_precision} />
    </>
  );
}

function PrecisionField({ form, chosen }: { form: RecordForm; chosen: MapPrecision }) {
  const id = getFieldId('map_precision');
  const { map_precision: difference } = form.changed;
  return (
    <div className={`field span ${difference ? 'field--changed' : ''}`}>
      <div className="field__name">
        <label htmlFor={id}>{getLabel('map_precision')}</label>
        {difference && <ChangedMark />}
      </div>
      <select
        id={id}
        className="input"
        value={chosen}
        aria-describedby={difference && `${id}-published`}
        onChange={({ target }) => form.change({ map_precision: target.value as MapPrecision })}
      >
        {MAP_PRECISIONS.map((precision) => (
          <option key={precision} value={precision}>
            {PRECISION_LABELS[precision]}
          </option>
        ))}
      </select>
      {difference && <PublishedValue form={form} id={id} label={getLabel('map_precision')} difference={difference} />}
    </div>
  );
}

function toMapTarget({ latitude, longitude }: Position): MapTarget {
  return { center: [longitude, latitude], zoom: ZOOM };
}
