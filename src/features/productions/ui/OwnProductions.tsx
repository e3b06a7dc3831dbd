import { useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { formatDayRange } from '../../../platform/text/dates.ts';
import { getDisplayTitle } from '../../locations/catalogue/display-title.ts';
import { ownProductionsQuery } from '../own-locations/client.ts';
import '../../../ui/item-list.css';

/** The productions at the locations of an owner. Nothing without any. */
export function OwnProductions({ api }: { api: Api }) {
  const { data } = useSuspenseQuery(ownProductionsQuery(api));
  if (data.length === 0) return null;
  return (
    <section className="band band--tight" aria-labelledby="own-productions">
      <div className="band__head">
        <h2 className="display display--3" id="own-productions">
          Productions at my locations
        </h2>
      </div>
      <ul className="item-list">
        {data.map(({ id, location, name, company, state, used_from, used_to }) => (
          <li key={id}>
            <div>
              <a className="link" href={`/locations/${location.id}`}>
                {getDisplayTitle(location.title)}
              </a>
              <p>
                {[name, company].filter(Boolean).join(', ')}{' '}
                <span className="muted">
                  {[state === 'USED' ? 'Filmed' : 'Agreed', formatDayRange(used_from, used_to)].join(' ')}
                </span>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
