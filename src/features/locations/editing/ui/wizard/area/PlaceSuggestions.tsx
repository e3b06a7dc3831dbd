import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Api } from '../../../../../../platform/http/contract.ts';
import { Check } from '../../../../../../ui/icons.tsx';
import { geocodingQuery } from '../../../client.ts';
import type { TypedFields } from '../../../../working-copy/schema.ts';
import { getRegionName, getRegionRules } from '../../../../../geography/region-rules.ts';
import type { Position } from '../../../../../geography/schema.ts';
import { type LocationFields, getOwnerLabel } from '../../../../catalogue/fields/lookup.ts';

/** Milliseconds from the last move of the point to the request. */
const DEBOUNCE_MS = 500;
const SUGGESTED = ['nearesttown', 'localauthority', 'filmoffice'] as const;

/** Suggests town, authority and film office of the point for the fields. Says if the point has no authority, and none is chosen. */
export function PlaceSuggestions(props: {
  api: Api;
  point: Position;
  fields: LocationFields;
  change: (input: TypedFields) => void;
}) {
  const { api, point, fields, change } = props;
  const { latitude, longitude } = useDebouncedPosition(point);
  const { data } = useQuery({ ...geocodingQuery(api, { latitude, longitude }), placeholderData: (before) => before });
  const suggestions = SUGGESTED.flatMap((field) => {
    const value = data?.[field];
    return value ? [{ field, value }] : [];
  });
  const lacksAuthority = data?.localauthority === null && fields.localauthority === '';
  if (suggestions.length === 0 && !lacksAuthority) return null;
  return (
    <section aria-label="Suggestions for this point">
      {lacksAuthority && (
        <p role="status" className="area__unknown">
          We do not know the {getRegionName('localAuthority')} of this point. It may be at sea, or outside{' '}
          {getRegionRules().name}. Check the point, then choose the {getRegionName('localAuthorityShort')} yourself.
        </p>
      )}
      <dl className="facts facts--one area__suggestions">
        {suggestions.map(({ field, value }) => (
          <div key={field}>
            <dt>{getOwnerLabel(field)}</dt>
            <dd>
              <span>{value}</span>
              {fields[field] === value ? (
                <span className="area__unchanged small">
                  <Check small />
                  Already entered
                </span>
              ) : (
                <button
                  type="button"
                  className="button"
                  aria-label={`${getUseLabel(fields[field])}: ${value} as ${getOwnerLabel(field).toLowerCase()}`}
                  onClick={() => change({ [field]: value })}
                >
                  {getUseLabel(fields[field])}
                </button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <output className="visually-hidden">
        {suggestions.map(({ field, value }) => `${getOwnerLabel(field)} ${value}`).join(', ')}
      </output>
    </section>
  );
}

function getUseLabel(current: string): string {
  return current === '' ? 'Use this' : `Use instead of ‘${current}’`;
}

function useDebouncedPosition(point: Position): Position {
  const [debounced, setDebounced] = useState(point);
  const { latitude, longitude } = point;
  useEffect(() => {
    const timer = setTimeout(() => setDebounced({ latitude, longitude }), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [latitude, longitude]);
  return debounced;
}
