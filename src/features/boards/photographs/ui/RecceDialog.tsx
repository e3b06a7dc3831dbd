import { useEffect, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { PICTURE_TYPES } from '../../../media/schema.ts';
import { refetchBoards } from '../../client.ts';
import { formatRecceTitle } from '../../messages.ts';
import { type BoardLocation, getTitle } from '../../schema.ts';
import { deletePhotographMutation, sendPhotograph } from '../client.ts';
import type { ReccePhotograph } from '../../recce-photographs/schema.ts';
import { RecceTile } from './RecceTile.tsx';
import '../../../../ui/form.css';
import '../../../../ui/file-input.css';
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
  const [status, setStatus] = useState('');
  const [failures, setFailures] = useState<readonly string[]>([]);
  const isChecking = item.photographs.some(({ picture, problem }) => picture === null && problem === null);
  useEffect(() => {
    if (!isChecking) return undefined;
    const timer = setInterval(() => void refetchBoards(client), POLL_MS);
    return () => clearInterval(timer);
  }, [client, isChecking]);
  const add = async (files: readonly File[]) => {
    setFailures([]);
    for (const [index, file] of files.entries()) {
      setStatus(`Uploading ${index + 1} of ${files.length}. Keep this tab open.`);
      try {
        // oxlint-disable-next-line no-await-in-loop -- one at a time, in the order in which they were chosen
        await sendPhotograph(api, { id: boardId, locationId: item.id }, file);
      } catch (error) {
        setFailures((before) => [...before, `${file.name}: ${getErrorMessage(error)}`]);
      }
      void refetchBoards(client);
    }
    setStatus('');
  };
  return (
    <div className="field recce-upload">
      <label htmlFor={`recce-${item.id}`}>Add photographs</label>
      <p className="field__hint" id={`recce-${item.id}-hint`}>
        JPEG, PNG or WebP of at most 25 MB. Nobody sees where they were taken.
      </p>
      <input
        id={`recce-${item.id}`}
        className="input input--file"
        type="file"
        multiple
        accept={PICTURE_TYPES.join()}
        disabled={status !== ''}
        aria-describedby={`recce-${item.id}-hint`}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          void add(files);
        }}
      />
      <p role="status" className="small">
        {status || (isChecking && 'Photographs are being checked.')}
      </p>
      {failures.map((failure, index) => (
        <ErrorAlert key={index} message={failure} />
      ))}
    </div>
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
      <p>It is deleted for everybody who sees the board. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
