import type { CSSProperties } from 'react';
import { Picture } from '../../../media/ui/Picture.tsx';
import type { BoardView } from '../../schema.ts';
import { getTextColour } from '../document/colour.ts';
import type { LookBookSettings } from '../schema.ts';

/** Slides of a presentation in miniature: the first one, and that of a location. */
export function SlidePreview({ board, settings }: { board: BoardView; settings: LookBookSettings }) {
  const cover = board.covers.find(({ primaryimage }) => primaryimage !== null)?.primaryimage;
  const first = board.locations.data.find(({ location }) => location?.primaryimage)?.location;
  const style = {
    '--colour': settings.colour,
    '--text': `#${getTextColour(settings.colour)}`,
    '--ratio': settings.format === 'PPTX_4_3' ? '4 / 3' : '16 / 9',
  } as CSSProperties;
  return (
    <div className="look-book-preview slide-preview" style={style} aria-hidden>
      <div className="look-book-preview__page">
        <p className="slide-preview__panel">{settings.title}</p>
        <div>{cover && <Picture picture={cover} sizes="20rem" />}</div>
      </div>
      <div className="look-book-preview__page slide-preview__location">
        <div>{first?.primaryimage && <Picture picture={first.primaryimage} sizes="20rem" />}</div>
        <p>
          {first?.title}
          {settings.facts && <span />}
          {settings.facts && <span />}
          {settings.notes && <span className="slide-preview__note" />}
          {settings.map && <span className="slide-preview__map" />}
        </p>
      </div>
    </div>
  );
}
