import { type ReactNode, useId, useRef, useState } from 'react';
import { DragHandle, DragHandleHint } from '../../../../ui/DragHandle.tsx';
import { IconButton, X } from '../../../../ui/icons.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { dropMarkerClass, formatMoved, useSortable } from '../../../../ui/useSortable.ts';
import { MAX_PINNED } from '../../pins/messages.ts';
import type { Pin } from '../../pins/schema.ts';
import { NotPublished } from './PinList.tsx';

/** Element id of the search field for locations to pin, which gets the focus when none is left. */
export const PICKER_ID = 'find-location';

type Location = Pin['locations'][number];

/** The pinned locations of a search in their order, which can be changed. */
export function PinnedLocations(props: {
  label: string;
  locations: readonly Location[];
  onChange: (locations: Location[]) => void;
  error: ReactNode;
}) {
  const { label, locations, onChange, error } = props;
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const [status, setStatus] = useState('');
  const focusById = useFocusById();
  /** Moves a location before the one that is at an index now. */
  const move = (moved: string, index: number) => {
    const from = locations.findIndex((location) => location.id === moved);
    const others = locations.filter((location) => location.id !== moved);
    const to = index > from ? index - 1 : index;
    if (from === to) return;
    onChange(others.toSpliced(to, 0, locations[from]!));
    setStatus(formatMoved(locations[from]!.title, to, locations.length));
    focusById(`${id}${moved}`);
  };
  const { drag, handle } = useSortable(list, move);
  const remove = ({ id: removed }: Location, index: number) => {
    const others = locations.filter((location) => location.id !== removed);
    const next = others[index] ?? others.at(-1);
    onChange(others);
    focusById(next ? `${id}${next.id}` : PICKER_ID);
  };
  return (
    <div className="field" role="group" aria-labelledby={`${id}label`}>
      <div className="field__name">
        <h3 className="pinned-label" id={`${id}label`}>
          {label}
        </h3>
        <span className="muted small num">
          {locations.length} of {MAX_PINNED}
        </span>
      </div>
      {locations.length === 0 && <p className="muted">None yet. Find a location and pin it.</p>}
      <ol ref={list} className="pinned sortable sortable--rows">
        {locations.map((location, index) => (
          <li key={location.id} className={dropMarkerClass(drag, location.id, index, locations.length)}>
            <DragHandle
              id={`${id}${location.id}`}
              title={location.title}
              position={index}
              total={locations.length}
              onMove={(position) => move(location.id, position)}
              drag={handle(location.id)}
            />
            <span className="pinned__title">
              {location.title}
              {!location.published && <NotPublished />}
            </span>
            <IconButton label={`Remove ${location.title}`} onClick={() => remove(location, index)}>
              <X small />
            </IconButton>
          </li>
        ))}
      </ol>
      <DragHandleHint />
      <output className="visually-hidden">{status}</output>
      {error}
    </div>
  );
}
