import { useRef } from 'react';
import { dropMarkerClass, useSortable } from '../../../../../ui/useSortable.ts';

/** Dragging the options of a list. @param onMove moves an option before the one at a position */
export function useOptionDrag(onMove: (id: number, position: number) => void, total: number) {
  const list = useRef<HTMLOListElement>(null);
  const { drag, handle } = useSortable(list, (id, position) => onMove(Number(id), position));
  return {
    list,
    getHandleProps: (id: number) => handle(String(id)),
    getDropMarker: (id: number, index: number) => dropMarkerClass(drag, String(id), index, total),
  };
}
