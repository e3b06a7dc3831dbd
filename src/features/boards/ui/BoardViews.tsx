import type { ReactNode } from 'react';
import { Image, List, Map } from '../../../ui/icons.tsx';
import { type ViewOfBoard, formatBoardHref } from '../view.ts';
import './board-views.css';

/** Renders the map of a page of a board. */
export type RenderMap<Item> = (items: readonly Item[], getHref: (item: Item) => string | null) => ReactNode;

const VIEWS = [
  { view: undefined, label: 'Pictures', Icon: Image },
  { view: 'list', label: 'List', Icon: List },
  { view: 'map', label: 'Map', Icon: Map },
] as const;

/** Links to the views of a board. @param props.path of the board */
export function BoardViews({ path, view: current }: { path: string; view: ViewOfBoard }) {
  return (
    <nav className="board-views" aria-label="View">
      {VIEWS.map(({ view, label, Icon }) => (
        <a
          key={label}
          href={formatBoardHref(path, view ? { view } : {})}
          aria-current={view === current ? 'true' : undefined}
        >
          <Icon small />
          {label}
        </a>
      ))}
    </nav>
  );
}
