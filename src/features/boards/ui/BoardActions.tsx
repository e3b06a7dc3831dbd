import type { ReactNode } from 'react';
import { Book, Copy, Dots, Image, Mail, People, Share } from '../../../ui/icons.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { Download } from '../../../ui/table/icons.tsx';
import { can } from '../../accounts/permissions.ts';
import type { Session } from '../../accounts/schema.ts';
import { type BoardView, getBoardPath } from '../schema.ts';
import type { BoardAction } from './BoardDialogs.tsx';

/** The actions on a whole board. On phones, those that are needed least are in a menu. */
export function BoardActions(props: {
  board: BoardView;
  user: Session['user'] | null;
  onAction: (action: BoardAction) => void;
}) {
  const { board, user, onAction } = props;
  const { rights } = board;
  const hasLocations = board.count > 0;
  if (!rights.duplicate && !rights.share && !hasLocations) return null;
  const canExport = hasLocations && can(user, 'board.export');
  const all: readonly [isShown: boolean, action: BoardAction, name: string, icon: ReactNode][] = [
    [canExport, 'export', 'Export', <Download key="export" />],
    [canExport, 'look-book', 'Make a look-book', <Book key="look-book" />],
    [hasLocations && rights.choosePrimary, 'primary', 'Select primary image', <Image key="primary" />],
    [rights.duplicate, 'duplicate', 'Duplicate board', <Copy key="duplicate" />],
  ];
  const others = all.filter(([isShown]) => isShown);
  return (
    <div className="board-actions">
      {hasLocations && (
        <a className="button" href={`${getBoardPath(board)}/enquire`}>
          <Mail />
          Enquire about this board
        </a>
      )}
      {others.map(([, action, name, icon]) => (
        <button key={action} type="button" className="button board-actions__other" onClick={() => onAction(action)}>
          {icon}
          {name}
        </button>
      ))}
      {others.length > 0 && (
        <div className="board-actions__menu">
          <Menu
            label="More actions"
            icon={<Dots />}
            items={others.map(([, action, name, icon]) => ({ name, icon, onSelect: () => onAction(action) }))}
          />
        </div>
      )}
      {rights.guests && (
        <a className="button" href={`${getBoardPath(board)}/answers`}>
          <People />
          Guests’ answers
        </a>
      )}
      {rights.share && (
        <button type="button" className="button button--primary" onClick={() => onAction('share')}>
          <Share />
          Share board
        </button>
      )}
    </div>
  );
}
