import { useState } from 'react';
import type { Api } from '../../../../platform/http/contract.ts';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { Picture } from '../../../media/ui/Picture.tsx';
import type { ImageChanges } from '../../admin-record/image-changes.ts';
import { IMAGE_PART_LABELS } from '../../admin-record/ui/ImageChangeList.tsx';
import type { LocationReview } from '../schema.ts';
import { ReasonEditor } from './ReasonEditor.tsx';
import type { Reasons } from './reasons.ts';
import { ComparedText } from './ComparedText.tsx';
import { IMAGES_ID } from './review-rows.ts';
import './review.css';

const Lightbox = lazyDialog(() => import('../../../media/ui/lightbox/Lightbox.tsx'));

type ReviewedImage = LocationReview['images']['now'][number];

/**
 * The images of a submitted location, with what has happened to each, and the published ones below them if they differ.
 * @param props.changes null if nothing has changed, or nothing is published
 */
export function ReviewImages(props: {
  api: Api;
  images: LocationReview['images'];
  changes: ImageChanges | null;
  reasons: Reasons | null;
}) {
  const { api, images, changes, reasons } = props;
  const added = new Set(changes?.added.map(({ id }) => id));
  const removed = new Set(changes?.removed.map(({ id }) => id));
  const moved = getMovedImages(changes);
  const described = new Set(changes?.changed.map(({ image }) => image.id));
  const getMarks = ({ id, primary }: ReviewedImage) => [
    ...(primary ? [changes?.primary?.now.id === id ? 'New primary image' : 'Primary image'] : []),
    ...(added.has(id) ? ['Added'] : []),
    ...(moved.has(id) ? ['Moved'] : []),
    ...(described.has(id) ? ['Described differently'] : []),
  ];
  return (
    <section className="review__section" aria-labelledby={IMAGES_ID}>
      <h2 id={IMAGES_ID}>Images</h2>
      <ImageGrid title={changes ? 'Submitted' : undefined} images={images.now} getMarks={getMarks} />
      {changes && images.published.length > 0 && (
        <ImageGrid
          title="Published"
          images={images.published}
          isSmall
          getMarks={({ id, primary }) => [
            ...(primary ? ['Primary image'] : []),
            ...(removed.has(id) ? ['Removed'] : []),
          ]}
        />
      )}
      {changes?.changed.map((change) => (
        <ImageTexts key={change.image.id} change={change} />
      ))}
      {reasons && <ReasonEditor api={api} part="images" label="Images" reasons={reasons} />}
    </section>
  );
}

/** The images whose place differs, apart from those that have moved up because others have gone. */
function getMovedImages(changes: ImageChanges | null): Set<string> {
  const { published = [], now = [] } = changes?.order ?? {};
  return new Set(now.filter(({ id }, index) => id !== published[index]?.id).map(({ id }) => id));
}

/** Images that open as large as the window. @param props.isSmall for images to compare with */
function ImageGrid(props: {
  title: string | undefined;
  images: readonly ReviewedImage[];
  getMarks: (image: ReviewedImage) => readonly string[];
  isSmall?: boolean;
}) {
  const { title, images, getMarks, isSmall = false } = props;
  const [enlarged, setEnlarged] = useState<string>();
  return (
    <div className={isSmall ? 'review__images review__images--small' : 'review__images'}>
      {title !== undefined && <h3>{title}</h3>}
      {images.length === 0 && <p className="muted">No images</p>}
      <ol>
        {images.map((image) => (
          <li key={image.id}>
            <button
              type="button"
              className="frame review__image"
              aria-label={`Enlarge ${image.name}${title === undefined ? '' : `, ${title.toLowerCase()}`}`}
              onClick={() => setEnlarged(image.id)}
            >
              <Picture picture={{ ...image, alt: '' }} sizes={isSmall ? '160px' : '(min-width: 760px) 320px, 50vw'} />
            </button>
            <small className="muted">{image.name}</small>
            {getMarks(image).map((mark) => (
              <span key={mark} className="review__mark">
                {mark}
              </span>
            ))}
          </li>
        ))}
      </ol>
      <LazyMount isWanted={enlarged !== undefined}>
        <Lightbox
          pictures={images.map((image) => ({ id: image.id, name: image.name, picture: image }))}
          shown={enlarged}
          open={enlarged !== undefined}
          onShow={setEnlarged}
          onClose={() => setEnlarged(undefined)}
        />
      </LazyMount>
    </div>
  );
}

/** The texts of an image that were changed, both values beside each other. */
function ImageTexts({ change: { image, parts } }: { change: ImageChanges['changed'][number] }) {
  return (
    <div className="review__row review__row--changed">
      <h3>{image.name}</h3>
      {parts.map(({ part, published, now }) => (
        <div key={part}>
          <p className="small muted">{IMAGE_PART_LABELS[part]}</p>
          <dl className="review__values">
            <div>
              <dt>Published</dt>
              <dd>
                <ComparedText before={published} after={now} side="before" />
              </dd>
            </div>
            <div>
              <dt>Submitted</dt>
              <dd>
                <ComparedText before={published} after={now} side="after" />
              </dd>
            </div>
          </dl>
        </div>
      ))}
    </div>
  );
}
