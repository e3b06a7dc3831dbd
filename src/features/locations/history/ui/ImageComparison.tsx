import type { ReactNode } from 'react';
import { ComparedParts } from '../../../../ui/history/VersionComparison.tsx';
import { Picture } from '../../../media/ui/Picture.tsx';
import type { RevisionImage } from '../schema.ts';
import { type ImageChanges, getImageChanges } from '../../admin-record/image-changes.ts';
import { IMAGE_PART_LABELS } from '../../admin-record/ui/ImageChangeList.tsx';
import '../../admin-record/ui/image-changes.css';

type Image = ImageChanges['added'][number];

/** The differences between the images of two versions, with the old and the new ones. */
export function ImageComparison(props: {
  before: readonly RevisionImage[];
  after: readonly RevisionImage[];
  labels: { readonly before: string; readonly after: string };
}) {
  const { before, after, labels } = props;
  const changes = getImageChanges(toPrimaryFirst(before), toPrimaryFirst(after));
  if (!changes) return null;
  const known = new Map([...before, ...after].map((image) => [image.id, image]));
  const row = (images: readonly Image[]) => <Thumbnails images={images} known={known} />;
  const { added, removed, primary, order, changed } = changes;
  return (
    <section className="compared" aria-label="Images">
      <h3>Images</h3>
      <dl className="image-changes">
        {added.length > 0 && <Entry label={`Only in ${labels.after.toLowerCase()}`}>{row(added)}</Entry>}
        {removed.length > 0 && <Entry label={`Only in ${labels.before.toLowerCase()}`}>{row(removed)}</Entry>}
        {primary && (
          <Entry label={`Primary image: ${labels.before}, then ${labels.after}`}>
            {row([primary.published, primary.now])}
          </Entry>
        )}
        {order && <Entry label={`Order in ${labels.before.toLowerCase()}`}>{row(order.published)}</Entry>}
        {order && <Entry label={`Order in ${labels.after.toLowerCase()}`}>{row(order.now)}</Entry>}
      </dl>
      {changed.map(({ image, parts }) => (
        <div key={image.id} className="image-changes__item">
          {row([image])}
          <div>
            <ComparedParts
              labels={labels}
              parts={parts.map(({ part, published, now }) => ({
                label: IMAGE_PART_LABELS[part],
                before: published,
                after: now,
                isText: part !== 'focal',
              }))}
            />
          </div>
        </div>
      ))}
    </section>
  );
}

/** All images of a version. */
export function RevisionImages({ images }: { images: readonly RevisionImage[] }) {
  if (images.length === 0) return null;
  const known = new Map(images.map((image) => [image.id, image]));
  const named = images.map((image, index) => ({ ...image, name: image.caption ?? `Picture ${index + 1}` }));
  return (
    <section className="compared" aria-label="Images">
      <h3>Images</h3>
      <Thumbnails images={named} known={known} />
    </section>
  );
}

/** Published images are compared with the primary one first; so are these. */
function toPrimaryFirst(images: readonly RevisionImage[]): RevisionImage[] {
  return images.toSorted((a, b) => Number(b.primary) - Number(a.primary));
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Thumbnails({ images, known }: { images: readonly Image[]; known: ReadonlyMap<string, RevisionImage> }) {
  return (
    <ol className="image-changes__row">
      {images.map((image) => {
        const { isShown = false, isDeleted = false, isMoved = false } = known.get(image.id) ?? {};
        return (
          <li key={image.id}>
            <span className="frame image-changes__thumb">
              {isShown && <Picture picture={{ ...image, alt: '' }} sizes="96px" />}
            </span>
            <small>{image.name}</small>
            {isDeleted && <small>Deleted since</small>}
            {isMoved && <small>Moved in the merge</small>}
          </li>
        );
      })}
    </ol>
  );
}
