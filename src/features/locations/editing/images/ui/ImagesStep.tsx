import { useRef, useState } from 'react';
import type { Api } from '../../../../../platform/http/contract.ts';
import { useErrorDialog } from '../../../../../ui/useErrorDialog.tsx';
import { DragHandle, DragHandleHint } from '../../../../../ui/DragHandle.tsx';
import { LazyMount, lazyDialog } from '../../../../../ui/LazyMount.tsx';
import { useFocusById } from '../../../../../ui/useFocusById.ts';
import { dropMarkerClass, useSortable } from '../../../../../ui/useSortable.ts';
import type { LocationImage } from '../schema.ts';
import { CHOOSE_ID, Dropzone } from './Dropzone.tsx';
import { FocalPointHint } from '../../../../media/ui/FocalPoint.tsx';
import { ImageTile } from './ImageTile.tsx';
import { Selection } from './ImageSelection.tsx';
import { UploadTile } from './UploadTile.tsx';
import type { Uploader } from '../../../../media/uploads/browser-uploader.ts';
import { getImageName } from '../image-name.ts';
import { type PendingUpload, listPendingUploads } from './pending-uploads.ts';
import { useImageChanges } from './useImageChanges.ts';
import { useImageDeletion } from './useImageDeletion.tsx';
import { type WithImages, useImages } from './useImages.ts';
import './images.css';

const Lightbox = lazyDialog(() => import('../../../../media/ui/lightbox/Lightbox.tsx'));
const DescribeDialog = lazyDialog(() => import('./DescribeDialog.tsx'));

/** Ids of controls, for the focus: the drag handle and the menu of an image, and the button that cancels an upload. */
const handleId = (id: string) => `drag-handle-${id}`;
const menuId = (id: string) => `menu-${id}`;
const removeId = (key: string) => `remove-${key}`;

/** Uploads, orders, describes and deletes the images of a location. Each action is saved at once. */
export function ImagesStep({ api, location }: { api: Api; location: WithImages }) {
  const { images, uploads, uploader, localUploads } = useImages(api, location);
  const list = useRef<HTMLUListElement>(null);
  const errors = useErrorDialog();
  const { move, change, announcement, announce } = useImageChanges(api, location.id, images, handleId, errors.report);
  const [described, setDescribed] = useState<string>();
  const [enlarged, setEnlarged] = useState<string>();
  const [selected, setSelected] = useState<ReadonlySet<string>>();
  const { confirmDeletion, dialog } = useImageDeletion(api, location.id, images, handleId, () =>
    setSelected(undefined),
  );
  const { drag, handle } = useSortable(list, (id, index) => {
    const at = images.findIndex((image) => image.id === id);
    if (at >= 0 && index !== at && index !== at + 1) move(id, Math.min(index, images.length));
  });
  const pendingUploads = listPendingUploads(localUploads, uploads);
  return (
    <div className="images-step">
      <Dropzone onFiles={(files) => uploader.add(files, uploads)} />
      <UploadProgress
        sending={localUploads.filter(({ state }) => state !== 'FAILED').length}
        waiting={uploads.filter(({ state }) => state === 'CHECKING').length}
      />
      {images.length > 0 && (
        <Selection images={images} selected={selected} onSelect={setSelected} onDelete={confirmDeletion} />
      )}
      <ul ref={list} className="images sortable" aria-label="Images">
        {images.map((image, index) => (
          <li key={image.id} className={dropMarkerClass(drag, image.id, index, images.length)}>
            <ImageTile
              image={image}
              name={getImageName(image, index)}
              dragHandle={
                <DragHandle
                  id={handleId(image.id)}
                  title={getImageName(image, index)}
                  position={index}
                  total={images.length}
                  onMove={(position) => move(image.id, position)}
                  drag={handle(image.id)}
                />
              }
              isSelected={selected?.has(image.id)}
              onSelect={() => setSelected((before) => toggle(before, image.id))}
              onFocal={(focal) => change(image.id, { focal })}
              onPrimary={() =>
                void change(image.id, { primary: true }).then(
                  (done) => done && announce('It is the primary image now.'),
                )
              }
              onEnlarge={() => setEnlarged(image.id)}
              onDescribe={() => setDescribed(image.id)}
              onDelete={() => confirmDeletion([image.id])}
              menuId={menuId(image.id)}
            />
          </li>
        ))}
        <PendingUploads
          api={api}
          pendingUploads={pendingUploads}
          uploader={uploader}
          locationId={location.id}
          onFailure={errors.report}
        />
      </ul>
      {images.length > 0 && <FocalPointHint className="small muted" />}
      <DragHandleHint />
      <output className="visually-hidden">{announcement}</output>
      <ImageDialogs
        api={api}
        images={images}
        enlarged={enlarged}
        described={described}
        locationId={location.id}
        onEnlarge={setEnlarged}
        onDescribe={setDescribed}
      />
      {dialog}
      {errors.alert}
    </div>
  );
}

/** The dialogs for one image: enlarged, and with its texts. @param props.enlarged id of an image, as is `described` */
function ImageDialogs(props: {
  api: Api;
  locationId: string;
  images: readonly LocationImage[];
  enlarged: string | undefined;
  described: string | undefined;
  onEnlarge: (id: string | undefined) => void;
  onDescribe: (id: string | undefined) => void;
}) {
  const { api, locationId, images, enlarged, described, onEnlarge, onDescribe } = props;
  const focusById = useFocusById();
  const pictures = images.flatMap((image, index) =>
    image.state === 'READY'
      ? [{ id: image.id, name: getImageName(image, index), picture: { ...image, alt: image.alt ?? '' } }]
      : [],
  );
  return (
    <>
      <LazyMount isWanted={enlarged !== undefined}>
        <Lightbox
          pictures={pictures}
          shown={enlarged}
          open={enlarged !== undefined}
          onShow={onEnlarge}
          onClose={() => onEnlarge(undefined)}
        />
      </LazyMount>
      <LazyMount isWanted={described !== undefined}>
        <DescribeDialog
          api={api}
          locationId={locationId}
          image={images.find(({ id }) => id === described)}
          open={described !== undefined}
          onClose={() => onDescribe(undefined)}
          onSaved={(id) => {
            onDescribe(undefined);
            focusById(menuId(id));
          }}
        />
      </LazyMount>
    </>
  );
}

function toggle(selected: ReadonlySet<string> | undefined, id: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

function PendingUploads(props: {
  api: Api;
  locationId: string;
  pendingUploads: readonly PendingUpload[];
  uploader: Uploader;
  onFailure: (error: unknown) => void;
}) {
  const { pendingUploads, ...tile } = props;
  const focusById = useFocusById();
  return pendingUploads.map((upload) => (
    <li key={upload.key}>
      <UploadTile
        {...tile}
        upload={upload}
        removeId={removeId(upload.key)}
        onRemove={() => focusById(getFocusAfterRemoval(upload, pendingUploads))}
      />
    </li>
  ));
}

/** Returns the id of the control to focus once an upload is cancelled: of the next one that can be. */
function getFocusAfterRemoval(removed: PendingUpload, pendingUploads: readonly PendingUpload[]): string {
  const left = pendingUploads.filter((one) => one === removed || one.state !== 'CHECKING');
  const at = left.indexOf(removed);
  const next = left[at + 1] ?? left[at - 1];
  return next ? removeId(next.key) : CHOOSE_ID;
}

/** Shows and announces how many pictures are uploaded or checked. */
function UploadProgress({ sending, waiting }: { sending: number; waiting: number }) {
  const count = (pictures: number) => (pictures === 1 ? '1 picture is' : `${pictures} pictures are`);
  return (
    <output className="images-step__progress small muted">
      {sending > 0 && `${count(sending)} being uploaded. Keep this tab open. `}
      {waiting > 0 && `${count(waiting)} being checked.`}
    </output>
  );
}
