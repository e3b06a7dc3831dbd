import type { LocationImage } from '../../locations/editing/images/schema.ts';
import { Picture } from '../../media/ui/Picture.tsx';
import type { Side } from './merge-rows.ts';
import '../../locations/admin-record/ui/image-changes.css';

/** The images of both locations. The one that stays gets all of them. */
export function PairImages(props: {
  images: Readonly<Record<Side, readonly LocationImage[]>>;
  names: Readonly<Record<Side, string>>;
}) {
  const { images, names } = props;
  return (
    <section className="review__section" aria-labelledby="merge-images">
      <h2 id="merge-images">Images</h2>
      <p className="small muted">
        The location that stays has the images of both, its own first. A picture that both have is kept once.
      </p>
      {(['a', 'b'] as const).map((side) => (
        <div key={side} className="review__images">
          <h3>{names[side]}</h3>
          {images[side].length === 0 && <p className="muted">No images</p>}
          <ol className="image-changes__row">
            {images[side].map((image) => (
              <li key={image.id}>
                <span className="frame image-changes__thumb">
                  {image.state === 'READY' && (
                    <Picture picture={{ ...image, alt: image.alt ?? image.name ?? '' }} sizes="160px" />
                  )}
                </span>
                {image.primary && <span className="review__mark">Primary image</span>}
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}
