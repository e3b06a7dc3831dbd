import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { moveBefore } from '../../../../platform/db/move-before.ts';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { DragHandle } from '../../../../ui/DragHandle.tsx';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { dropMarkerClass, formatMoved, useSortable } from '../../../../ui/useSortable.ts';
import { locationQuery } from '../../../locations/catalogue/published/client.ts';
import type { PublicLocation } from '../../../locations/catalogue/schema.ts';
import { Picture } from '../../../media/ui/Picture.tsx';
import { updateLocationMutation } from '../../client.ts';
import { type BoardLocation, getTitle } from '../../schema.ts';
import { CHOOSE_IMAGE } from '../../messages.ts';
import '../../../../ui/checkbox.css';
import './photographs.css';

interface Props {
  readonly api: Api;
  readonly boardId: string;
  /** A published location of the board. */
  readonly item: BoardLocation;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Dialog that chooses which photographs of a location count on a board, and their order. */
export default function ChoiceDialog(props: Props) {
  const { api, item, open, onClose } = props;
  const { data, error } = useQuery(locationQuery(api, item.location?.locationurl ?? item.id));
  return (
    <Dialog open={open} onClose={onClose} title={`Choose photographs of ${getTitle(item)}`} shape="large">
      {data ? (
        <Choice {...props} images={data.images} />
      ) : (
        <div className="dialog__body">
          {error ? <ErrorAlert message={getErrorMessage(error)} /> : <p role="status">Loading the photographs…</p>}
        </div>
      )}
    </Dialog>
  );
}

function Choice({ api, boardId, item, images, onClose }: Props & { readonly images: PublicLocation['images'] }) {
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const toast = useToast();
  const focusById = useFocusById();
  const update = useMutation(updateLocationMutation(api));
  const all = images.map((image) => image.id);
  const [order, setOrder] = useState(() => [...new Set([...(item.image_ids ?? []), ...all])]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(item.image_ids ?? all));
  const [status, setStatus] = useState('');
  const [failure, setFailure] = useState<string>();
  const shown = order.flatMap((imageId) => images.find((image) => image.id === imageId) ?? []);
  const getName = (imageId: string) => `photograph ${all.indexOf(imageId) + 1}`;

  const move = (moved: string, position: number) => {
    const next = moveBefore(order, moved, position);
    setOrder(next);
    setStatus(formatMoved(getName(moved), next.indexOf(moved), next.length));
    focusById(id + moved);
  };
  const { drag, handle } = useSortable(list, move);
  const toggle = (imageId: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(imageId);
    else next.delete(imageId);
    setChosen(next);
  };
  const save = async (imageIds: string[] | null) => {
    if (update.isPending) return;
    try {
      await update.mutateAsync({ id: boardId, locationId: item.id, imageIds });
    } catch (error) {
      setFailure(getErrorMessage(error));
      return;
    }
    onClose();
    toast({
      text: imageIds
        ? `The board shows ${formatCount(imageIds.length, 'photograph')} of ${getTitle(item)}.`
        : `The board shows all photographs of ${getTitle(item)}.`,
    });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const imageIds = shown.map((image) => image.id).filter((imageId) => chosen.has(imageId));
    if (imageIds.length === 0) setFailure(CHOOSE_IMAGE);
    // Photographs that are published later count too.
    else void save(imageIds.join() === all.join() ? null : imageIds);
  };
  return (
    <form method="post" onSubmit={submit}>
      <div className="dialog__body">
        {failure !== undefined && <ErrorAlert key={failure} message={failure} />}
        <p className="muted small">
          The first one represents the location on this board. Guests answer about these photographs, and look-books
          show them.
        </p>
        <ol ref={list} className="chosen-photographs sortable" aria-label="Photographs">
          {shown.map((image, index) => (
            <li key={image.id} className={dropMarkerClass(drag, image.id, index, shown.length)}>
              <label>
                <span className="frame">
                  <Picture picture={image} sizes="(min-width: 600px) 240px, 50vw" />
                </span>
                <span className="checkbox-row">
                  <input
                    type="checkbox"
                    checked={chosen.has(image.id)}
                    aria-label={`Show ${getName(image.id)}`}
                    onChange={(event) => toggle(image.id, event.target.checked)}
                  />
                  {image.caption ?? `Photograph ${all.indexOf(image.id) + 1}`}
                </span>
              </label>
              {shown.length > 1 && (
                <DragHandle
                  id={id + image.id}
                  title={getName(image.id)}
                  position={index}
                  total={shown.length}
                  onMove={(position) => move(image.id, position)}
                  drag={handle(image.id)}
                />
              )}
            </li>
          ))}
        </ol>
        {item.image_ids && (
          <button type="button" className="button button--quiet" onClick={() => void save(null)}>
            Use all photographs of the location
          </button>
        )}
        <output className="visually-hidden">{status}</output>
      </div>
      <DialogActions submitLabel="Save photographs" busy={update.isPending} onCancel={onClose} />
    </form>
  );
}
