import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { ArrowLeft, ArrowRight, Enlarge, IconButton, Minus, Plus } from '../../../../ui/icons.tsx';
import type { Picture as PictureData } from '../../schema.ts';
import { MAX_ZOOM, ZoomablePicture } from './ZoomablePicture.tsx';
import './lightbox.css';

interface NamedPicture {
  readonly id: string;
  readonly name: string;
  readonly picture: PictureData;
}

/** Pixels by which an arrow key pans. */
const PAN = 120;
const PANS: Readonly<Record<string, readonly [left: number, top: number]>> = {
  ArrowLeft: [-PAN, 0],
  ArrowRight: [PAN, 0],
  ArrowUp: [0, -PAN],
  ArrowDown: [0, PAN],
};

/**
 * Shows one of several pictures uncropped and as large as the window, with buttons, keys and swipes for the others and for zooming.
 * @param props.shown id of the picture; undefined for none
 */
export default function Lightbox(props: {
  pictures: readonly NamedPicture[];
  shown: string | undefined;
  open: boolean;
  onShow: (id: string) => void;
  onClose: () => void;
}) {
  const { pictures, shown, open, onShow, onClose } = props;
  const position = pictures.findIndex(({ id }) => id === shown);
  const image = pictures[position];
  /** Of this picture only: the next one opens whole. */
  const [zoomed, setZoomed] = useState({ id: shown, zoom: 1 });
  const zoom = zoomed.id === shown ? zoomed.zoom : 1;
  const setZoom = (value: number) => setZoomed({ id: shown, zoom: Math.min(MAX_ZOOM, Math.max(1, value)) });
  const box = useRef<HTMLDivElement>(null);
  const moveTo = (next: number) => pictures[next] && onShow(pictures[next].id);
  const close = () => {
    setZoom(1);
    onClose();
  };
  const keys: Readonly<Record<string, () => void>> = {
    '+': () => setZoom(zoom * 2),
    '=': () => setZoom(zoom * 2),
    '-': () => setZoom(zoom / 2),
    Home: () => moveTo(0),
    End: () => moveTo(pictures.length - 1),
    ArrowLeft: () => moveTo(position - 1),
    ArrowRight: () => moveTo(position + 1),
    ...(zoom > 1 &&
      Object.fromEntries(Object.entries(PANS).map(([key, by]) => [key, () => box.current?.scrollBy(...by)]))),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const run = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the buttons in it
    <div onKeyDown={onKeyDown}>
      <Dialog open={open && image !== undefined} onClose={close} title={image?.name ?? ''} shape="full">
        {image && (
          <Content
            image={image}
            position={position}
            total={pictures.length}
            onMoveTo={moveTo}
            zoom={zoom}
            onZoom={setZoom}
            box={box}
          />
        )}
      </Dialog>
    </div>
  );
}

function Content(props: {
  image: NamedPicture;
  position: number;
  total: number;
  onMoveTo: (position: number) => void;
  zoom: number;
  onZoom: (zoom: number) => void;
  box: RefObject<HTMLDivElement | null>;
}) {
  const { image, position, total, onMoveTo, zoom, onZoom, box } = props;
  const { picture } = image;
  const content = useRef<HTMLDivElement>(null);
  return (
    <div className="lightbox" ref={content}>
      <ZoomablePicture
        key={image.id}
        ref={box}
        picture={picture}
        zoom={zoom}
        onZoom={onZoom}
        onMove={(by) => onMoveTo(position + by)}
      />
      <div className="lightbox__footer">
        <p className="small">
          {picture.caption && picture.caption !== image.name && `${picture.caption} `}
          {picture.credit && <span className="muted">{`Photograph: ${picture.credit}`}</span>}
        </p>
        <div className="lightbox__buttons">
          <IconButton label="Zoom out" aria-disabled={zoom === 1} onClick={() => onZoom(zoom / 2)}>
            <Minus />
          </IconButton>
          <IconButton label="Zoom in" aria-disabled={zoom === MAX_ZOOM} onClick={() => onZoom(zoom * 2)}>
            <Plus />
          </IconButton>
          {document.fullscreenEnabled && (
            <IconButton label="Full screen" onClick={() => void toggleFullscreen(content.current)}>
              <Enlarge />
            </IconButton>
          )}
          {total > 1 && (
            <>
              <output className="small muted num">{`${position + 1} of ${total}`}</output>
              <IconButton
                label="Previous picture"
                aria-disabled={position === 0}
                onClick={() => onMoveTo(position - 1)}
              >
                <ArrowLeft />
              </IconButton>
              <IconButton
                label="Next picture"
                aria-disabled={position === total - 1}
                onClick={() => onMoveTo(position + 1)}
              >
                <ArrowRight />
              </IconButton>
            </>
          )}
        </div>
      </div>
    </div>
  );
}

function toggleFullscreen(element: HTMLElement | null): Promise<void> | undefined {
  return document.fullscreenElement ? document.exitFullscreen() : element?.requestFullscreen();
}
