import { useEffect, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { PICTURE_TYPES } from '../../../media/schema.ts';
import { refetchBoards } from '../../client.ts';
import { FileUpload } from '../../files/ui/FileUpload.tsx';
import { DELETED_FOR_ALL, formatRecceTitle } from '../../messages.ts';
import { type BoardLocation, getTitle } from '../../schema.ts';
import { deletePhotographMutation, sendPhotograph } from '../client.ts';
import type { ReccePhotograph } from '../../recce-photographs/schema.ts';
import { RecceTile } from './RecceTile.tsx';
import './photographs.css';

const Lightbox = lazyDialog(() => import('../../../media/ui/lightbox/Lightbox.tsx'));

/** How often to look whether the worker has checked a photograph: boards that nobody else sees have no stream of events. */
const POLL_MS = 1_500;

type Item = Pick<BoardLocation, 'id' | 'photographs' | 'location'> & Partial<Pick<BoardLocation, 'unpublished'>>;

/**
 * Dialog with the recce photographs of a location on a board.
 * @param props.edit null for people who only see them
 */
export default function RecceDialog(props: {
  item: Item;
  edit: { readonly api: Api; readonly boardId: string } | null;
  open: boolean;
  onClose: () => void;
}) {
  const { item, edit, open, onClose } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={formatRecceTitle(getTitle({ unpublished: null, ...item }))}
      shape="large"
    >
      <div className="dialog__body">
        <p className="muted small">Only people who see the notes of this board see these photographs.</p>
        {edit && <AddPhotographs {...edit} item={item} />}
        <Photographs {...{ item, edit }} />
      </div>
    </Dialog>
  );
}

function AddPhotographs({ api, boardId, item }: { api: Api; boardId: string; item: Item }) {
  const client = useQueryClient();
  const isChecking = item.photographs.some(({ picture, problem }) => picture === null && problem === null);
  useEffect(() => {
    if (!isChecking) return undefined;
    const timer = setInterval(() => void refetchBoards(client), POLL_MS);
    return () => clearInterval(timer);
  }, [client, isChecking]);
  return (
    <FileUpload
      id={`recce-${item.id}`}
      label="Add photographs"
      hint="JPEG, PNG or WebP of at most 25 MB. Nobody sees where they were taken."
      accept={PICTURE_TYPES.join()}
      status={isChecking ? 'Photographs are being checked.' : ''}
      onSend={(file) => sendPhotograph(api, { id: boardId, locationId: item.id }, file)}
    />
  );
}

function Photographs({ item, edit }: Pick<Parameters<typeof RecceDialog>[0], 'item' | 'edit'>) {
  const [enlarged, setEnlarged] = useState<string>();
  const [deleted, setDeleted] = useState<ReccePhotograph>();
  const { photographs } = item;
  const getName = ({ name, picture }: ReccePhotograph) => picture?.caption ?? name;
  const pictures = photographs.flatMap((photograph) => {
    const { id, picture } = photograph;
    return picture ? [{ id, name: getName(photograph), picture }] : [];
  });
  return (
    <>
      {photographs.length === 0 && <p>There are no recce photographs yet.</p>}
      <ul className="recce-photographs">
        {photographs.map((photograph) => (
          <li key={photograph.id}>
            <RecceTile
              photograph={photograph}
              name={getName(photograph)}
              edit={edit}
              onEnlarge={() => setEnlarged(photograph.id)}
              onDelete={() => setDeleted(photograph)}
            />
          </li>
        ))}
      </ul>
      <LazyMount isWanted={enlarged !== undefined}>
        <Lightbox
          pictures={pictures}
          shown={enlarged}
          open={enlarged !== undefined}
          onShow={setEnlarged}
          onClose={() => setEnlarged(undefined)}
        />
      </LazyMount>
      {edit && <DeleteDialog {...edit} photograph={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
}

function DeleteDialog(props: {
  api: Api;
  boardId: string;
  photograph: ReccePhotograph | undefined;
  onClose: () => void;
}) {
  const { api, boardId, photograph, onClose } = props;
  const deletion = useMutation(deletePhotographMutation(api));
  return (
    <ConfirmDialog
      open={photograph !== undefined}
      onClose={onClose}
      title="Delete this photograph?"
      confirmLabel="Delete photograph"
      onConfirm={() => deletion.mutateAsync({ id: boardId, photographId: photograph!.id })}
    >
      <p>{DELETED_FOR_ALL}</p>
    </ConfirmDialog>
  );
}
