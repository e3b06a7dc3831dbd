import { useState } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatDate } from '../../../../platform/text/dates.ts';
import { Plus } from '../../../../ui/icons.tsx';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { DataTable } from '../../../../ui/table/DataTable.tsx';
import { ExportButton } from '../../../../ui/table/ExportButton.tsx';
import { TableFooter } from '../../../../ui/table/TableFooter.tsx';
import type { Column } from '../../../../ui/table/columns.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { exportBoardsOfUser } from '../../exporting/contract.ts';
import { type BoardCard, getAdminBoardPath } from '../../schema.ts';
import { createBoardForMutation, boardsOfUserQuery } from './client.ts';
import './admin-boards.css';
import { formatNumber } from '../../../../platform/text/numbers.ts';

const BoardTitleDialog = lazyDialog(() => import('../BoardTitleDialog.tsx'));

const COLUMNS: readonly Column<BoardCard>[] = [
  { name: 'title', label: 'Title', grow: true, isAlwaysShown: true, cell: ({ title }) => title },
  { name: 'count', label: 'Locations', align: 'end', cell: ({ count }) => formatNumber(count) },
];
const UPDATED: Column<BoardCard> = {
  name: 'updated_at',
  label: 'Updated',
  cell: (board) => formatDate(board.updated_at),
};
const ARCHIVED: Column<BoardCard> = {
  name: 'archived_at',
  label: 'Archived',
  cell: ({ archived_at }) => archived_at && formatDate(archived_at),
};

/**
 * The boards of a Location Professional, with a button to create one for them.
 * @param props.href returns the path of a page of active or archived boards
 */
export function UserBoards(props: {
  api: Api;
  userId: string;
  archived: boolean;
  page: number;
  href: (params: { archived: boolean; page: number }) => string;
}) {
  const { api, userId, archived, page, href } = props;
  const toast = useToast();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useSuspenseQuery(boardsOfUserQuery(api, userId, { archived, page }));
  const creation = useMutation(createBoardForMutation(api, userId));
  const create = async (title: string) => {
    const board = await creation.mutateAsync({ title });
    toast({ text: `‘${board.title}’ was created.` });
  };
  return (
    <section aria-labelledby="user-boards" className="admin-boards">
      <div className="record__head">
        <h2 id="user-boards">Boards</h2>
        <nav className="admin-toggle" aria-label="Which boards">
          <a href={href({ archived: false, page: 1 })} aria-current={archived ? undefined : 'true'}>
            Active
          </a>
          <a href={href({ archived: true, page: 1 })} aria-current={archived ? 'true' : undefined}>
            Archived
          </a>
        </nav>
        <button type="button" className="button button--compact" onClick={() => setIsOpen(true)}>
          <Plus small /> Add New Board
        </button>
        <ExportButton
          what="boards"
          fetchFile={() => api(exportBoardsOfUser, { id: userId, archived: archived ? 'true' : 'false' })}
        />
      </div>
      <DataTable
        name="user-boards"
        caption={archived ? 'Archived boards' : 'Active boards'}
        columns={[...COLUMNS, archived ? ARCHIVED : UPDATED]}
        rows={data.data}
        rowKey={({ id }) => id}
        rowHref={(board) => getAdminBoardPath(userId, board)}
        rowName={({ title }) => title}
        empty={<p>{archived ? 'No boards are archived.' : 'There are no boards yet.'}</p>}
      />
      <TableFooter
        page={page}
        total={data.total}
        size={data.per_page}
        noun={['board', 'boards']}
        hrefFor={(change) => href({ archived, page: change.page ?? 1 })}
      />
      <LazyMount isWanted={isOpen}>
        <BoardTitleDialog
          open={isOpen}
          onClose={() => setIsOpen(false)}
          heading="Add New Board"
          submitLabel="Create board"
          onTitle={create}
        />
      </LazyMount>
    </section>
  );
}
