import type { CSSProperties } from 'react';
import { Picture } from '../../../media/ui/Picture.tsx';
import type { BoardView } from '../../schema.ts';
import type { LookBookSettings } from '../schema.ts';

/** Pages of a look-book in miniature: the cover, and the first page of a location. */
export function LookBookPreview({ board, settings }: { board: BoardView; settings: LookBookSettings }) {
  const cover = board.covers.find(({ primaryimage }) => primaryimage !== null)?.primaryimage;
  const first = board.locations.data.find(({ location }) => location?.primaryimage)?.location;
  return (
    <div className="look-book-preview" aria-hidden>
      <div className="look-book-preview__page" style={{ '--colour': settings.colour } as CSSProperties}>
        <p className="look-book-preview__panel">{settings.title}</p>
        <div>{cover && <Picture picture={cover} sizes="10rem" />}</div>
      </div>
      <div className="look-book-preview__page look-book-preview__page--location">
        <div>{first?.primaryimage && <Picture picture={first.primaryimage} sizes="10rem" />}</div>
        <p>
          {first?.title}
          {settings.facts && <span />}
          {settings.facts && <span />}
          {settings.notes && <span className="look-book-preview__note" />}
          {settings.map && <span className="look-book-preview__map" />}
        </p>
      </div>
    </div>
  );
}
