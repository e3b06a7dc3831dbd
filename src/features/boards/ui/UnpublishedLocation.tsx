import type { ReactNode } from 'react';
import { type BoardLocation, getTitle } from '../schema.ts';
import { REMOVED_LOCATION } from '../messages.ts';

/** Shown in place of the page of a board's location that has no published version. */
export function UnpublishedLocation({ item, back }: { item: BoardLocation; back: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className="wrap unpublished-location">
      {back}
      <h1 className="display display--4">{getTitle(item)}</h1>
      <p>
        {item.unpublished ? 'This location is not published, so there is nothing to show here yet.' : REMOVED_LOCATION}
      </p>
    </main>
  );
}
