import { Fragment } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Api } from '../../../platform/http/contract.ts';
import { formatCount } from '../../../platform/text/numbers.ts';
import { LazyMount, lazyDialog } from '../../../ui/LazyMount.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { downloadFile } from '../files/contract.ts';
import { exportBoard } from '../exporting/contract.ts';
import { archiveBoardMutation, duplicateBoardMutation, updateBoardMutation } from '../client.ts';
import { type BoardView, MAX_TITLE_LENGTH, getBoardPath } from '../schema.ts';
import type { SectionRequest } from '../sections/ui/SectionMenu.tsx';
import ArchiveBoardDialog from './ArchiveBoardDialog.tsx';
import BoardTitleDialog from './BoardTitleDialog.tsx';

const ExportDialog = lazyDialog(() => import('../../locations/catalogue/export-formats/ui/ExportDialog.tsx'));
const LookBookDialog = lazyDialog(() => import('../look-book/ui/LookBookDialog.tsx'));
const ShareDialog = lazyDialog(() => import('./ShareDialog.tsx'));
const PrimaryImageDialog = lazyDialog(() => import('./PrimaryImageDialog.tsx'));
const SectionDialog = lazyDialog(() => import('../sections/ui/SectionDialog.tsx'));
const CostDialog = lazyDialog(() => import('./CostDialog.tsx'));
const TagsDialog = lazyDialog(() => import('./tags/TagsDialog.tsx'));
const ChoiceDialog = lazyDialog(() => import('../photographs/ui/ChoiceDialog.tsx'));
const RecceDialog = lazyDialog(() => import('../photographs/ui/RecceDialog.tsx'));
const FilesDialog = lazyDialog(() => import('../files/ui/FilesDialog.tsx'));
const AddLocationDialog = lazyDialog(() => import('./AddLocationDialog.tsx'));

/** Actions that open a dialog. */
export type BoardAction =
  | 'primary'
  | 'look-book'
  | 'export'
  | 'share'
  | 'duplicate'
  | 'rename'
  | 'archive'
  | 'add'
  | 'section'
  | 'cost'
  | 'tags'
  | 'photographs'
  | 'recce'
  | 'files';

/** The dialogs of a board, each of which is loaded when it is first opened. */
export default function BoardDialogs(props: {
  api: Api;
  board: BoardView;
  openDialog: BoardAction | undefined;
  /** The last request for the dialog about sections. */
  request: SectionRequest;
  /** The location that a dialog was opened for last. */
  itemId: string | undefined;
  /** Locations of the board that were selected; undefined for all. */
  selectedIds: string[] | undefined;
  open: boolean;
  onClose: () => void;
}) {
  const { api, board, openDialog, request, itemId, selectedIds, onClose } = props;
  const item = board.locations.data.find(({ id }) => id === itemId);
  const router = useRouter();
  const toast = useToast();
  const update = useMutation(updateBoardMutation(api));
  const duplication = useMutation(duplicateBoardMutation(api));
  const archiving = useMutation(archiveBoardMutation(api));

  const rename = async (title: string, baseTitle: string) => {
    await update.mutateAsync({ id: board.id, title, baseTitle });
    // The loader sets the document title.
    await router.invalidate();
  };
  const duplicate = async (title: string) => {
    const copy = await duplication.mutateAsync({ id: board.id, title });
    await router.navigate({ href: getBoardPath(copy) });
    toast({ text: `You are now viewing the duplicate, ‘${copy.title}’.` });
  };
  const archive = async () => {
    await archiving.mutateAsync({ id: board.id });
    await router.navigate({ href: board.private ? '/boards/private' : '/boards' });
    toast({ text: `‘${board.title}’ was archived.` });
  };
  const getDialogProps = (action: BoardAction) => ({ open: openDialog === action, onClose });
  return (
    <>
      <LazyMount isWanted={openDialog === 'rename'}>
        <BoardTitleDialog
          {...getDialogProps('rename')}
          heading="Rename board"
          submitLabel="Rename board"
          title={board.title}
          present={board.title}
          onTitle={rename}
        />
      </LazyMount>
      <LazyMount isWanted={openDialog === 'duplicate'}>
        <BoardTitleDialog
          {...getDialogProps('duplicate')}
          heading="Duplicate board"
          submitLabel="Duplicate board"
          title={`Copy of ${board.title}`.slice(0, MAX_TITLE_LENGTH).toWellFormed()}
          onTitle={duplicate}
        />
      </LazyMount>
      <LazyMount isWanted={openDialog === 'share'}>
        <ShareDialog {...getDialogProps('share')} api={api} board={board} />
      </LazyMount>
      <LazyMount isWanted={openDialog === 'look-book'}>
        <LookBookDialog {...getDialogProps('look-book')} {...{ api, board, selectedIds }} />
      </LazyMount>
      <LazyMount isWanted={openDialog === 'export'}>
        <ExportDialog
          {...getDialogProps('export')}
          title={selectedIds ? 'Export locations' : 'Export board'}
          fetchFile={(format) => api(exportBoard, { id: board.id, format, locationIds: selectedIds })}
        >
          {`The file has ${selectedIds ? formatCount(selectedIds.length, 'location') : 'all locations'} with notes, and the positions that the public pages show.`}
        </ExportDialog>
      </LazyMount>
      <LazyMount isWanted={openDialog === 'primary'}>
        <PrimaryImageDialog {...getDialogProps('primary')} api={api} board={board} />
      </LazyMount>
      <LazyMount isWanted={openDialog === 'add'}>
        <AddLocationDialog {...getDialogProps('add')} api={api} board={board} />
      </LazyMount>
      <LazyMount isWanted={openDialog === 'archive'}>
        <ArchiveBoardDialog
          {...getDialogProps('archive')}
          board={board}
          destination="the archived boards"
          hasLink={board.shared.link || board.shared.guest_link_count > 0}
          onConfirm={archive}
        />
      </LazyMount>
      <LazyMount isWanted={openDialog === 'section'}>
        <SectionDialog {...getDialogProps('section')} {...{ api, board, request }} />
      </LazyMount>
      {item && (
        <Fragment key={item.id}>
          <LazyMount isWanted={openDialog === 'cost'}>
            <CostDialog {...getDialogProps('cost')} {...{ api, item }} boardId={board.id} />
          </LazyMount>
          <LazyMount isWanted={openDialog === 'tags'}>
            <TagsDialog {...getDialogProps('tags')} {...{ api, board, item }} />
          </LazyMount>
          <LazyMount isWanted={openDialog === 'photographs'}>
            <ChoiceDialog {...getDialogProps('photographs')} {...{ api, item }} boardId={board.id} />
          </LazyMount>
          <LazyMount isWanted={openDialog === 'recce'}>
            <RecceDialog
              {...getDialogProps('recce')}
              item={item}
              edit={board.rights.change ? { api, boardId: board.id } : null}
            />
          </LazyMount>
          <LazyMount isWanted={openDialog === 'files'}>
            <FilesDialog
              {...getDialogProps('files')}
              item={item}
              fetchFile={(fileId) => api(downloadFile, { id: board.id, fileId })}
              edit={board.rights.change ? { api, boardId: board.id } : null}
            />
          </LazyMount>
        </Fragment>
      )}
    </>
  );
}
