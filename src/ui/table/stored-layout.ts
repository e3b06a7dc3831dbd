import { useMemo, useSyncExternalStore } from 'react';
import { onStorageChange, readItem, writeItem } from '../browser-storage.ts';
import { INITIAL_LAYOUT, type LayoutControl, type TableLayout, isSameLayout, parseLayout } from './table-layout.ts';

/** A saved view, as far as it is about the layout. */
interface ViewLayout {
  readonly id: string;
  readonly layout: TableLayout;
}

/**
 * The layout of a list: without a view the one that is saved in this browser; otherwise that of the view with the changes that were made
 * to it in this tab and not yet saved.
 */
export function useStoredLayout(list: string, view: ViewLayout | undefined): LayoutControl {
  const storage = view ? 'sessionStorage' : 'localStorage';
  const key = view ? `recce.layout.${list}.${view.id}` : `recce.layout.${list}`;
  const saved = view?.layout ?? INITIAL_LAYOUT;
  const text = useSyncExternalStore(
    onStorageChange,
    () => readItem(storage, key),
    () => undefined,
  );
  return useMemo(() => {
    const layout = text === undefined ? saved : parseLayout(text);
    const reset = () => writeItem(storage, key, undefined);
    return {
      layout,
      change: (change) => {
        const next = { ...layout, ...change };
        if (isSameLayout(next, saved)) reset();
        else writeItem(storage, key, JSON.stringify(next));
      },
      reset: isSameLayout(layout, saved) ? undefined : reset,
    };
  }, [text, saved, storage, key]);
}
