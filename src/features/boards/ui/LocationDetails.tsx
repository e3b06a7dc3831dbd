import { Suspense } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import type { Api } from '../../../platform/http/contract.ts';
import { Copy, Dots, Image, List, Pencil } from '../../../ui/icons.tsx';
import { Nothing, lazyPart } from '../../../ui/LazyMount.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { useErrorDialog } from '../../../ui/useErrorDialog.tsx';
import type { Session } from '../../accounts/schema.ts';
import { updateLocationMutation } from '../client.ts';
import { type BoardLocation, type BoardView, getBoardPath, getTitle } from '../schema.ts';
import { LockInButton } from '../sections/ui/LockInButton.tsx';
import { getItemMenuId } from '../sections/ui/SectionMenu.tsx';
import { LocationTags } from './tags/LocationTags.tsx';
import { AttachmentButton } from './AttachmentButton.tsx';
import type { BoardAction } from './BoardDialogs.tsx';
import { BoardNote } from './BoardNote.tsx';
import { LocationCost } from './LocationCost.tsx';
import { LocationState, LocationStateSelect } from './LocationState.tsx';

const Tally = lazyPart(() => import('./guests/Tally.tsx'), Nothing);

/**
 * The details of a location for people of a board: note, tags, state, cost, own photographs, files and answers, and what changes them.
 * @param props.onAction opens a dialog about the location
 * @param props.onMove opens the one that moves it to a section
 */
export function LocationDetails(props: {
  api: Api;
  board: BoardView;
  item: BoardLocation;
  user: Session['user'] | null;
  onAction: (action: BoardAction) => void;
  onMove: () => void;
}) {
  const { api, board, item, user, onAction, onMove } = props;
  const update = useMutation(updateLocationMutation(api));
  const failures = useErrorDialog();
  // The server renders no component that is loaded later.
  const isHydrated = useHydrated();
  const save = (change: Omit<Parameters<typeof update.mutateAsync>[0], 'id' | 'locationId'>) =>
    update.mutateAsync({ id: board.id, locationId: item.id, ...change });
  const section = board.sections.find(({ id }) => id === item.section_id);
  const { change } = board.rights;
  return (
    <>
      <BoardNote
        title={getTitle(item)}
        note={item.note}
        draftKey={`note/${user?.id}/${board.id}/${item.id}`}
        onNote={change ? (note, baseNote) => save({ note, baseNote }) : null}
      />
      <LocationTags tags={item.tags} />
      <div className="location-tools">
        <div className="location-tools__facts">
          {change ? (
            <LocationStateSelect
              item={item}
              state={(update.isPending && update.variables.state) || item.state}
              onState={(state) => void save({ state }).catch(failures.report)}
            />
          ) : (
            <LocationState state={item.state} />
          )}
          {change && section && (item.state !== 'REFUSED' || section.locked_location_id === item.id) && (
            <LockInButton {...{ api, section, item }} boardId={board.id} onFailure={failures.report} />
          )}
          <LocationCost cost={item.cost} />
        </div>
        {change && (
          <Menu
            label={`Change ${getTitle(item)}`}
            icon={<Dots />}
            button={{ id: getItemMenuId(item.id), className: 'icon-button no-print' }}
            items={[
              { name: item.cost ? 'Edit cost' : 'Add a cost', icon: <Pencil />, onSelect: () => onAction('cost') },
              {
                name: item.tags.length > 0 ? 'Edit tags' : 'Add tags',
                icon: <Pencil />,
                onSelect: () => onAction('tags'),
              },
              ...(item.location?.primaryimage
                ? [{ name: formatChoice(item), icon: <Image />, onSelect: () => onAction('photographs') }]
                : []),
              { name: 'Recce photographs', icon: <Image />, onSelect: () => onAction('recce') },
              { name: 'Files', icon: <Copy />, onSelect: () => onAction('files') },
              ...(board.sections.length > 0 ? [{ name: 'Move to section', icon: <List />, onSelect: onMove }] : []),
            ]}
          />
        )}
      </div>
      {item.photographs.length > 0 && (
        <AttachmentButton
          kind="Recce photographs"
          title={getTitle(item)}
          count={item.photographs.length}
          onClick={() => onAction('recce')}
        />
      )}
      {item.files.length > 0 && (
        <AttachmentButton
          kind="Files"
          title={getTitle(item)}
          count={item.files.length}
          onClick={() => onAction('files')}
        />
      )}
      {isHydrated && board.shared.guest_link_count > 0 && (
        <Suspense fallback={null}>
          <Tally api={api} path={getBoardPath(board)} boardId={board.id} locationId={item.id} />
        </Suspense>
      )}
      {failures.alert}
    </>
  );
}

function formatChoice({ image_ids }: BoardLocation): string {
  return image_ids ? `Photographs: ${image_ids.length} chosen` : 'Choose photographs';
}
