import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { useToast } from '../../../../ui/toasts.tsx';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { locationMutation, removeLocationMutation } from '../../client.ts';
import { LOCATION_STATES, LOCATION_STATE_NAMES, type LocationState, type Production } from '../../schema.ts';
import { LocationPicker } from '../../../search/ui/LocationPicker.tsx';

/** The locations of a production, how far it has come with each, and the days of filming there. */
export function LocationsSection({ api, production }: { api: Api; production: Production }) {
  const { id, locations } = production;
  const toast = useToast();
  const errorDialog = useErrorDialog();
  const set = useMutation({ ...locationMutation(api), onError: errorDialog.report });
  const remove = useMutation({ ...removeLocationMutation(api), onError: errorDialog.report });
  return (
    <section aria-labelledby="production-locations">
      <h2 id="production-locations">Locations</h2>
      <ul className="production-items">
        {locations.map((item) => {
          const { location_id, title, state, published, is_accessible } = item;
          const save = (change: { state?: LocationState; used_from?: string; used_to?: string }) => {
            // Only what changed: an earlier change may still be on its way.
            if (location_id !== null) set.mutate({ id, locationId: location_id, ...change });
          };
          return (
            <li key={item.id}>
              <span>
                {location_id !== null && is_accessible ? (
                  <a className="link" href={`/admin/locations/${location_id}`}>
                    {title}
                  </a>
                ) : (
                  title
                )}{' '}
                {!published && <span className="muted">{location_id === null ? 'Deleted' : 'Not published'}</span>}
              </span>
              {location_id !== null && (
                <>
                  <select
                    className="input"
                    aria-label={`State of ${title}`}
                    value={state}
                    onChange={(event) => save({ state: event.target.value as LocationState })}
                  >
                    {LOCATION_STATE_NAMES.map((name) => (
                      <option key={name} value={name}>
                        {LOCATION_STATES[name]}
                      </option>
                    ))}
                  </select>
                  {(['used_from', 'used_to'] as const).map((name) => (
                    <input
                      key={`${name} ${item[name] ?? ''}`}
                      className="input"
                      type="date"
                      aria-label={`${name === 'used_from' ? 'First' : 'Last'} day of filming at ${title}`}
                      defaultValue={item[name] ?? ''}
                      onBlur={({ target }) => target.value !== (item[name] ?? '') && save({ [name]: target.value })}
                    />
                  ))}
                  <button
                    type="button"
                    className="button button--compact"
                    onClick={() => remove.mutate({ id, locationId: location_id })}
                  >
                    Remove<span className="visually-hidden"> {title}</span>
                  </button>
                </>
              )}
            </li>
          );
        })}
      </ul>
      <LocationPicker
        api={api}
        label="Offer locations"
        placeholder="Mill by a river with parking"
        verb="Offer"
        done="Offered"
        chosen={locations.flatMap(({ location_id }) => location_id ?? [])}
        onChoose={({ id: locationId, title }) =>
          set.mutate({ id, locationId }, { onSuccess: () => toast({ text: `Added ${title}` }) })
        }
      />
      {errorDialog.alert}
    </section>
  );
}
