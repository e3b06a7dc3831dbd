import { useQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { Plus } from '../../../../ui/icons.tsx';
import { geocodingQuery } from '../../submission/client.ts';
import type { GeocodingResult } from '../../submission/schema.ts';
import { postcode } from '../../fields/postcode.ts';

/** What is known of the district of a postcode, as soon as it is one. */
export function useGeocoding(api: Api, typed: string): GeocodingResult | undefined {
  const { data: given = '' } = postcode.safeParse(typed);
  return useQuery({ ...geocodingQuery(api, { postcode: given }), enabled: given !== '', retry: false }).data;
}

/** Offers a value for a field. It is asked, not taken. */
export function Suggestion(props: { what: string; value: string | null | undefined; now: string; onTake: () => void }) {
  const { what, value, now, onTake } = props;
  return (
    <div aria-live="polite">
      {value && value !== now && (
        <button type="button" className="suggestion" onClick={onTake}>
          <Plus small />
          <span>
            Use <strong>{value}</strong>, {what}
          </span>
        </button>
      )}
    </div>
  );
}
