import type { Api } from '../../../../platform/http/contract.ts';
import { Picture } from '../../../media/ui/Picture.tsx';
import type { ImageChanges } from '../../admin-record/image-changes.ts';
import { IMAGE_PART_LABELS } from '../../admin-record/ui/ImageChangeList.tsx';
import type { LocationReview } from '../schema.ts';
import { ReasonEditor } from './ReasonEditor.tsx';
import type { Reasons } from './reasons.ts';
import { ComparedText } from './ComparedText.tsx';
import '../../admin-record/ui/image-changes.css';
import './review.css';

type ReviewedImage = LocationReview['images']['now'][number];

/**
 * The images of a submitted location below the published ones, with what has happened to each.
 * @param props.changes null if nothing has changed, or nothing is published
 */
export function ReviewImages(props: {
  api: Api;
  images: LocationReview['images'];
  changes: ImageChanges | null;
  reasons: Reasons | null;
}) {
  const { api, images, changes, reasons } = props;
  const isFirst = images.published.length === 0;
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
    <section className="review__section" aria-labelledby="review-images">
      <h2 id="review-images">Images</h2>
      {!isFirst && (
        <ImageRow
          title="Published"
          images={images.published}
          getMarks={({ id, primary }) => [
            ...(primary ? ['Primary image'] : []),
            ...(removed.has(id) ? ['Removed'] : []),
          ]}
        />
      )}
      <ImageRow title="Submitted" images={images.now} getMarks={getMarks} />
      {!isFirst && !changes && <p className="muted">No image has changed.</p>}
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

function ImageRow(props: {
  title: string;
  images: readonly ReviewedImage[];
  getMarks: (image: ReviewedImage) => readonly string[];
}) {
  const { title, images, getMarks } = props;
  return (
    <div className="review__images">
      <h3>{title}</h3>
      {images.length === 0 && <p className="muted">No images</p>}
      <ol className="image-changes__row">
        {images.map((image) => (
          <li key={image.id}>
            <span className="frame image-changes__thumb">
              <Picture picture={image} sizes="160px" />
            </span>
            <small>{image.name}</small>
            {getMarks(image).map((mark) => (
              <span key={mark} className="review__mark">
                {mark}
              </span>
            ))}
          </li>
        ))}
      </ol>
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
