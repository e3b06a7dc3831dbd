import { type BoardLocation, LOCATION_STATES, getTitle } from '../schema.ts';

/** How far the talks about a location have come, for those who cannot change it. Nothing is said about a mere idea. */
export function LocationState({ state }: Pick<BoardLocation, 'state'>) {
  return state !== 'IDEA' && <p className="small">{LOCATION_STATES[state]}</p>;
}

/** Chooses how far the talks about a location have come. @param props.state the one to show */
export function LocationStateSelect(props: {
  item: BoardLocation;
  state: BoardLocation['state'];
  onState: (state: BoardLocation['state']) => void;
}) {
  const { item, state, onState } = props;
  return (
    <select
      className="location-state no-print"
      aria-label={`State of ${getTitle(item)}`}
      value={state}
      onChange={({ target }) => onState(target.value as BoardLocation['state'])}
    >
      {Object.entries(LOCATION_STATES).map(([name, label]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  );
}
