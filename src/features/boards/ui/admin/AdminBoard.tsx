import { useState } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Api } from '../../../../platform/http/contract.ts';
import { Archive, Bin } from '../../../../ui/icons.tsx';
import { RecordBar, RecordTitle } from '../../../../ui/record/RecordHeader.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { archiveBoardMutation, deleteBoardMutation } from '../../client.ts';
import { useBoardEvents } from '../../events/ui/useBoardEvents.ts';
import type { BoardView } from '../../schema.ts';
import ArchiveBoardDialog from '../ArchiveBoardDialog.tsx';
import { DeleteBoardDialog } from '../DeleteBoardDialog.tsx';
import { Updated } from '../BoardCard.tsx';
import { AdminBoardLocations } from './AdminBoardLocations.tsx';
import { AdminBoardTitle } from './AdminBoardTitle.tsx';
import { boardOfUserQuery } from './client.ts';
import './admin-boards.css';
import { formatCount } from '../../../../platform/text/numbers.ts';

interface Props {
  readonly api: Api;
  readonly id: string;
  readonly page: number;
  /** The owner, whose page is opened by the back link and after deleting the board. */
  readonly owner: { readonly id: string; readonly href: string; readonly name: string };
}

/** Page of a Location Professional's board in the back office. */
export function AdminBoard({ api, id, page, owner }: Props) {
  const { data: board } = useSuspenseQuery(boardOfUserQuery(api, { userId: owner.id, boardId: id, page }));
  useBoardEvents(api, board);
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar back={{ href: owner.href, label: `Back to ${owner.name}` }}>
        <BoardActions api={api} board={board} returnTo={owner.href} />
      </RecordBar>
      <RecordTitle title={board.title}>
        <span>{formatCount(board.count, 'location')}</span>
        <Updated at={board.updated_at} />
        {board.archived_at !== null && (
          <span className="admin-board__archived">
            <Archive small /> Archived
          </span>
        )}
        <a className="link" href={`/boards/${board.id}`}>
          View on the website
        </a>
      </RecordTitle>
      <AdminBoardTitle key={id} api={api} board={board} />
      <AdminBoardLocations api={api} board={board} href={(to) => getPageHref(owner.href, id, to)} />
    </main>
  );
}

function getPageHref(ownerHref: string, id: string, page: number): string {
  return `${ownerHref}/boards/${id}${page > 1 ? `?page=${page}` : ''}`;
}

/** The buttons that archive and delete a board, and then open the page of its owner. */
function BoardActions({ api, board, returnTo }: { api: Api; board: BoardView; returnTo: string }) {
  const [openDialog, setOpenDialog] = useState<'archive' | 'delete'>();
  const router = useRouter();
  const toast = useToast();
  const archiving = useMutation(archiveBoardMutation(api));
  const deletion = useMutation(deleteBoardMutation(api));
  const close = () => setOpenDialog(undefined);
  const leave = async (done: string) => {
    await router.navigate({ href: returnTo, ignoreBlocker: true });
    toast({ text: `‘${board.title}’ was ${done}.` });
  };
  return (
    <>
      {board.rights.archive && (
        <button type="button" className="button button--compact" onClick={() => setOpenDialog('archive')}>
          <Archive small /> Archive Board
        </button>
      )}
      {board.rights.delete && (
        <button type="button" className="button button--compact button--danger" onClick={() => setOpenDialog('delete')}>
          <Bin small /> Delete Board
        </button>
      )}
      <ArchiveBoardDialog
        board={board}
        destination="the archived boards of its owner"
        hasLink
        open={openDialog === 'archive'}
        onClose={close}
        onConfirm={() => archiving.mutateAsync({ id: board.id }).then(() => leave('archived'))}
      />
      <DeleteBoardDialog
        board={board}
        others="everyone whom it is shared with, and its public link will stop working"
        open={openDialog === 'delete'}
        onClose={close}
        onConfirm={() => deletion.mutateAsync({ id: board.id }).then(() => leave('deleted'))}
      />
    </>
  );
}
