import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { pinnedResultsQuery } from '../../pins/client.ts';
import { NEW, getPinPath } from './search-terms-paths.ts';
import './pinned-notice.css';

/**
 * Tells the Locations Team which results of a search are pinned, and leads to their form. Visitors never load it.
 * @param props.onPins called with the ids of the pinned locations
 */
export default function PinnedNotice(props: { api: Api; query: string; onPins: (ids: readonly string[]) => void }) {
  const { api, query, onPins } = props;
  const pin = useQuery(pinnedResultsQuery(api, query)).data?.pin;
  useEffect(() => {
    onPins(pin?.locations.map(({ id }) => id) ?? []);
    return () => onPins([]);
  }, [pin, onPins]);
  if (pin === undefined) return null;
  const published = pin?.locations.filter((location) => location.published).length ?? 0;
  const skipped = (pin?.locations.length ?? 0) - published;
  return (
    <p className="pinned-notice no-print">
      {pin ? (
        <>
          {formatCount(published, 'pinned result')} for this search
          {skipped > 0 && `, and ${skipped} skipped, as not published`}.{' '}
          <a className="link" href={getPinPath(pin.id)}>
            Change
          </a>
        </>
      ) : (
        <a className="link" href={getPinPath(NEW, query)}>
          Pin results of this search
        </a>
      )}
    </p>
  );
}
