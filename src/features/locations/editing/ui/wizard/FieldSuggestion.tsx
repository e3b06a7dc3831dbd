import { useQuery } from '@tanstack/react-query';
import type { Api } from '../../../../../platform/http/contract.ts';
import { Plus } from '../../../../../ui/icons.tsx';
import { geocodingQuery } from '../../client.ts';
import type { GeocodingResult } from '../../schema.ts';
import { postcode } from '../../../catalogue/fields/postcode.ts';

/** Returns the geocoding result of an input once it is a valid postcode. */
export function useGeocoding(api: Api, input: string): GeocodingResult | undefined {
  const { data: valid = '' } = postcode.safeParse(input);
  return useQuery({ ...geocodingQuery(api, { postcode: valid }), enabled: valid !== '', retry: false }).data;
}

/** A button with a suggested value for a field. */
export function Suggestion(props: {
  description: string;
  value: string | null | undefined;
  current: string;
  onUse: () => void;
}) {
  const { description, value, current, onUse } = props;
  return (
    <div aria-live="polite">
      {value && value !== current && (
        <button type="button" className="suggestion" onClick={onUse}>
          <Plus small />
          <span>
            Use <strong>{value}</strong>, {description}
          </span>
        </button>
      )}
    </div>
  );
}
