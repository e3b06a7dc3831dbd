import { type KeyboardEvent } from 'react';
import { Dialog } from '../../../../../ui/Dialog.tsx';
import { ArrowLeft, ArrowRight } from '../../../../../ui/icons.tsx';
import type { Picture as PictureData } from '../../../../media/schema.ts';
import { Picture } from '../../../../media/ui/Picture.tsx';
import './enlarge.css';

export interface NamedPicture {
  readonly id: string;
  readonly name: string;
  readonly picture: PictureData;
}

/**
 * Shows one of several pictures uncropped and as large as possible, with buttons and arrow keys for the others.
 * @param props.shown id of the picture; undefined for none
 */
export default function EnlargeDialog(props: {
  pictures: readonly NamedPicture[];
  shown: string | undefined;
  open: boolean;
  onShow: (id: string) => void;
  onClose: () => void;
}) {
  const { pictures, shown, open, onShow, onClose } = props;
  const index = pictures.findIndex(({ id }) => id === shown);
  const image = pictures[index];
  return (
    <Dialog open={open && image !== undefined} onClose={onClose} title={image?.name ?? ''} shape="large">
      {image && (
        <Enlarged
          image={image}
          position={index}
          total={pictures.length}
          onMove={(by) => {
            const next = pictures[index + by];
            if (next) onShow(next.id);
          }}
        />
      )}
    </Dialog>
  );
}

function Enlarged(props: { image: NamedPicture; position: number; total: number; onMove: (by: -1 | 1) => void }) {
  const { image, position, total, onMove } = props;
  const { picture } = image;
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') onMove(-1);
    if (key === 'ArrowRight') onMove(1);
  };
  return (
    <>
      <div className="enlarged-image">
        <Picture key={picture.sha256} picture={picture} sizes="(min-width: 1072px) 1040px, 100vw" crop={false} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the buttons in it */}
      <div className="dialog__foot enlarged-image__footer" onKeyDown={onKeyDown}>
        <p className="small">
          {picture.caption && picture.caption !== image.name && `${picture.caption} `}
          {picture.credit && <span className="muted">{`Photograph: ${picture.credit}`}</span>}
        </p>
        {total > 1 && (
          <>
            <output className="small muted num">{`${position + 1} of ${total}`}</output>
            <ImageButton label="Previous picture" atEnd={position === 0} onSelect={() => onMove(-1)}>
              <ArrowLeft />
            </ImageButton>
            <ImageButton label="Next picture" atEnd={position === total - 1} onSelect={() => onMove(1)}>
              <ArrowRight />
            </ImageButton>
          </>
        )}
      </div>
    </>
  );
}

/** Disabled with aria-disabled at the end, so that it keeps the focus. */
function ImageButton(props: { label: string; atEnd: boolean; onSelect: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={props.label}
      aria-disabled={props.atEnd}
      onClick={props.onSelect}
    >
      {props.children}
    </button>
  );
}
