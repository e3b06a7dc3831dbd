import { type ReactNode, useState } from 'react';
import { Bin, CircleAlert, Dots, Enlarge, Image, Pencil } from '../../../../../ui/icons.tsx';
import { Menu } from '../../../../../ui/Menu.tsx';
import { Picture } from '../../../../media/ui/Picture.tsx';
import type { LocationImage } from '../schema.ts';
import { FocalPoint } from '../../../../media/ui/FocalPoint.tsx';

const SIZES = '(min-width: 1000px) 280px, (min-width: 400px) 50vw, 100vw';
type Focal = LocationImage['focal'];

/**
 * An image of a location with its actions.
 * @param props.dragHandle moves it
 * @param props.isSelected undefined outside of the selection mode
 * @param props.onFocal resolves when the focal point is saved or the request has failed
 */
export function ImageTile(props: {
  image: LocationImage;
  name: string;
  dragHandle: ReactNode;
  isSelected: boolean | undefined;
  onSelect: () => void;
  onFocal: (focal: Focal) => Promise<unknown>;
  onPrimary: () => void;
  onEnlarge: () => void;
  onDescribe: () => void;
  onDelete: () => void;
  menuId: string;
}) {
  const { image, name, dragHandle, isSelected, onSelect, onDescribe } = props;
  const isReady = image.state === 'READY';
  return (
    <article className={image.state === 'FAILED' ? 'image image--failed' : 'image'} aria-label={name}>
      {isReady ? <ReadyImage {...props} /> : <ImageStatus state={image.state} />}
      {image.primary && <span className="tag">Primary image</span>}
      <div className="image__bar">
        {isSelected === undefined ? (
          dragHandle
        ) : (
          <label className="image__select">
            <input type="checkbox" checked={isSelected} aria-label={`Select ${name}`} onChange={onSelect} />
          </label>
        )}
        <span className="image__name">{name}</span>
        <Actions {...props} />
      </div>
      {isReady && !image.alt && (
        <button
          type="button"
          className="image__describe"
          aria-label={`Add alternative text to ${name}`}
          onClick={onDescribe}
        >
          <Pencil small />
          Add alternative text
        </button>
      )}
    </article>
  );
}

function Actions(props: Parameters<typeof ImageTile>[0]) {
  const { image, name, onDescribe, onPrimary, onDelete, menuId } = props;
  const ready = [
    { name: 'Describe', icon: <Pencil />, onSelect: onDescribe },
    ...(image.primary ? [] : [{ name: 'Make it the primary image', icon: <Image />, onSelect: onPrimary }]),
  ];
  const items = [...(image.state === 'READY' ? ready : []), { name: 'Delete', icon: <Bin />, onSelect: onDelete }];
  return <Menu label={`Change ${name}`} icon={<Dots />} items={items} button={{ id: menuId }} />;
}

function ReadyImage(props: Parameters<typeof ImageTile>[0]) {
  const { image, name, isSelected, onFocal, onEnlarge } = props;
  /** The new focal point until it is saved. */
  const [moved, setMoved] = useState<Focal>();
  const focal = moved ?? image.focal;
  const save = async (chosen: Focal) => {
    await onFocal(chosen);
    setMoved((latest) => (latest === chosen ? undefined : latest));
  };
  return (
    <div className={image.primary ? 'frame is-current' : 'frame'}>
      <Picture picture={{ ...image, focal, alt: image.alt ?? '' }} sizes={SIZES} />
      {isSelected === undefined && (
        <FocalPoint name={name} size={image} focal={focal} onMove={setMoved} onDone={(chosen) => void save(chosen)} />
      )}
      <button
        type="button"
        className="icon-button icon-button--on-picture image__enlarge"
        aria-label={`Enlarge ${name}`}
        onClick={onEnlarge}
      >
        <Enlarge />
      </button>
    </div>
  );
}

function ImageStatus({ state }: { state: LocationImage['state'] }) {
  return (
    <div className="frame image__status">
      {state === 'PROCESSING' ? (
        <>
          <span>Processing…</span>
          <progress aria-label="Processing" />
        </>
      ) : (
        <span>
          <CircleAlert small /> This image could not be processed. Delete it, or add it again.
        </span>
      )}
    </div>
  );
}
