import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { OpensInNewTab } from '../../../ui/OpensInNewTab.tsx';
import { getDisplayTitle } from '../../locations/catalogue/display-title.ts';
import { getLocationPath } from '../../locations/catalogue/schema.ts';
import { similarLocationsQuery } from '../client.ts';
import type { SimilarLocation } from '../schema.ts';
import './similar-locations.css';

/** For a pause in typing. */
const DELAY_MS = 800;
const MIN_TITLE_LENGTH = 3;

interface Entered {
  readonly title: string;
  readonly nearesttown: string;
  readonly postcode: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/**
 * Points out locations that look like the one that somebody is entering, without being in the way. Shows nothing while there are none.
 * @param props.id of the location, once it is saved
 */
export function SimilarLocations({ api, id, entered }: { api: Api; id: string | undefined; entered: Entered }) {
  const { title, nearesttown, postcode, latitude, longitude } = entered;
  const settled = useSettled({ title, nearesttown, postcode, latitude, longitude });
  const { data = [] } = useQuery({
    ...similarLocationsQuery(api, { ...settled, title: settled.title.slice(0, 150), ...(id !== undefined && { id }) }),
    enabled: settled.title.trim().length >= MIN_TITLE_LENGTH,
    // A hint is not worth an error.
    retry: false,
  });
  return (
    <div role="status">
      {data.length > 0 && (
        <div className="similar-locations">
          <p>
            <strong>This place may be listed already.</strong> If it is another place, just continue.
          </p>
          <ul>
            {data.map((location) => (
              <li key={location.id}>
                <SimilarLink location={location} />
                {location.nearesttown && <span className="muted">{` ${location.nearesttown}`}</span>}
                {location.isOwn && <span className="muted">, one of your locations</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function SimilarLink({ location: { id, title, locationurl, isOwn } }: { location: SimilarLocation }) {
  const href = isOwn || locationurl === null ? `/locations/${id}` : getLocationPath({ locationurl });
  return (
    <a className="link" href={href} target="_blank" rel="noreferrer">
      {getDisplayTitle(title)}
      <OpensInNewTab />
    </a>
  );
}

/** Returns what is entered, once it has not changed for a moment. */
function useSettled(entered: Entered): Entered {
  const text = JSON.stringify(entered);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(settled) as Entered;
}
