import type { ReactNode } from 'react';
import { Image, List, Map } from '../../../ui/icons.tsx';
import { type BoardSearch, formatBoardHref } from '../view.ts';
import './board-views.css';

/** Renders the map of a page of a board. */
export type RenderMap<Item> = (items: readonly Item[], getHref: (item: Item) => string | null) => ReactNode;

const VIEWS = [
  { view: undefined, label: 'Pictures', Icon: Image },
  { view: 'list', label: 'List', Icon: List },
  { view: 'map', label: 'Map', Icon: Map },
] as const;

/** Links to the views of a board. @param props.path of the board */
export function BoardViews({ path, search }: { path: string; search: BoardSearch }) {
  return (
    <nav className="board-views" aria-label="View">
      {VIEWS.map(({ view, label, Icon }) => (
        <a
          key={label}
          href={formatBoardHref(path, { view, tag: search.tag, dates: search.dates })}
          aria-current={view === search.view ? 'true' : undefined}
        >
          <Icon small />
          {label}
        </a>
      ))}
    </nav>
  );
}
