import type { ReactNode } from 'react';
import { Picture } from '../../../media/ui/Picture.tsx';
import type { ImageChanges } from '../image-changes.ts';
import './image-changes.css';

type Image = ImageChanges['added'][number];

/** The properties of an image that are compared. */
export const IMAGE_PART_LABELS = {
  caption: 'Caption',
  alt: 'Alternative text',
  credit: 'Credit',
  licence: 'Licence',
  focal: 'Focal point',
} as const satisfies Record<ImageChanges['changed'][number]['parts'][number]['part'], string>;

/** The differences between the images of a location and the published ones, with the published values. */
export function ImageChangeList({ changes }: { changes: ImageChanges }) {
  const { added, removed, primary, order, changed } = changes;
  return (
    <dl className="image-changes">
      {added.length > 0 && (
        <Entry label="Added">
          <Thumbnails images={added} />
        </Entry>
      )}
      {removed.length > 0 && (
        <Entry label="Removed">
          <PublishedValue>
            <Thumbnails images={removed} />
          </PublishedValue>
        </Entry>
      )}
      {primary && (
        <Entry label="Primary image">
          <PublishedValue>
            <Thumbnails images={[primary.published]} />
          </PublishedValue>
        </Entry>
      )}
      {order && (
        <Entry label="Order">
          <PublishedValue>
            <Thumbnails images={order.published} />
          </PublishedValue>
        </Entry>
      )}
      {changed.map(({ image, parts }) => (
        <Entry key={image.id} label={`Changed: ${image.name}`}>
          <div className="image-changes__item">
            <Thumbnail image={image} />
            <dl>
              {parts.map(({ part, published }) => (
                <div key={part}>
                  <dt>{IMAGE_PART_LABELS[part]}</dt>
                  <dd>
                    <PublishedValue>{published || 'Nothing'}</PublishedValue>
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        </Entry>
      ))}
    </dl>
  );
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function PublishedValue({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="image-changes__label">Published value </span>
      {children}
    </>
  );
}

function Thumbnails({ images }: { images: readonly Image[] }) {
  return (
    <ol className="image-changes__row">
      {images.map((image) => (
        <li key={image.id}>
          <Thumbnail image={image} />
          <small>{image.name}</small>
        </li>
      ))}
    </ol>
  );
}

function Thumbnail({ image }: { image: Image }) {
  return (
    <span className="frame image-changes__thumb">
      <Picture picture={image} sizes="96px" />
    </span>
  );
}
