import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { useErrorDialog } from '../../../ui/useErrorDialog.tsx';
import { updateLocationMutation } from '../client.ts';
import { type BoardLocation, LOCATION_STATES, getTitle } from '../schema.ts';

/** How far the talks about a location have come, for those who cannot change it. Nothing is said about a mere idea. */
export function LocationState({ state }: Pick<BoardLocation, 'state'>) {
  return state !== 'IDEA' && <p className="small">{LOCATION_STATES[state]}</p>;
}

/** Chooses how far the talks about a location have come. */
export function LocationStateSelect({ api, boardId, item }: { api: Api; boardId: string; item: BoardLocation }) {
  const update = useMutation(updateLocationMutation(api));
  const failures = useErrorDialog();
  const chosen = update.isPending ? update.variables.state : undefined;
  return (
    <>
      <select
        className="location-state no-print"
        aria-label={`State of ${getTitle(item)}`}
        value={chosen ?? item.state}
        onChange={({ target }) =>
          void update
            .mutateAsync({ id: boardId, locationId: item.id, state: target.value as BoardLocation['state'] })
            .catch(failures.report)
        }
      >
        {Object.entries(LOCATION_STATES).map(([state, label]) => (
          <option key={state} value={state}>
            {label}
          </option>
        ))}
      </select>
      {failures.alert}
    </>
  );
}
