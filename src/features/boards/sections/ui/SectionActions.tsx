import { useMutation } from '@tanstack/react-query';
import { formatCount } from '../../../../platform/text/numbers.ts';
import type { Api } from '../../../../platform/http/contract.ts';
import { ArrowDown, ArrowUp, Bin, Check, Dots, List, Pencil, X } from '../../../../ui/icons.tsx';
import { Menu } from '../../../../ui/Menu.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { type BoardLocation, type BoardSection, type BoardView, getTitle } from '../../schema.ts';
import { updateSectionMutation } from '../client.ts';
import './sections.css';

/** What a dialog asks for before it changes the sections of a board. */
export type SectionRequest =
  | { readonly type: 'add' }
  | { readonly type: 'edit' | 'delete'; readonly section: BoardSection }
  | { readonly type: 'move'; readonly items: readonly BoardLocation[] };

/** Element id of the button that adds a section. */
export const ADD_SECTION_ID = 'add-section';

/** Element ids of the menu of a section and the button that moves a location, for focus management. */
export const getSectionPartId = (part: 'menu' | 'move', id: string) => `section-${part}-${id}`;

/** The menu of a section for those who may change its board. */
export function SectionMenu(props: {
  api: Api;
  board: BoardView;
  section: BoardSection;
  onRequest: (request: SectionRequest) => void;
}) {
  const { api, board, section, onRequest } = props;
  const update = useMutation(updateSectionMutation(api));
  const failures = useErrorDialog();
  const focusById = useFocusById();
  const at = board.sections.findIndex(({ id }) => id === section.id);
  const id = getSectionPartId('menu', section.id);
  const move = (position: number) =>
    update
      .mutateAsync({ id: board.id, sectionId: section.id, position, beforeId: board.sections[position]?.id })
      .then(() => focusById(id))
      .catch(failures.report);
  const earlier = { name: 'Move up', icon: <ArrowUp />, onSelect: () => void move(at - 1) };
  // To move a section one later is to insert it before the one after the next.
  const later = { name: 'Move down', icon: <ArrowDown />, onSelect: () => void move(at + 2) };
  return (
    <>
      <Menu
        label={`Change section ${section.title}`}
        icon={<Dots />}
        button={{ id, className: 'icon-button no-print' }}
        items={[
          { name: 'Edit section', icon: <Pencil />, onSelect: () => onRequest({ type: 'edit', section }) },
          ...(at > 0 ? [earlier] : []),
          ...(at < board.sections.length - 1 ? [later] : []),
          { name: 'Delete section', icon: <Bin />, onSelect: () => onRequest({ type: 'delete', section }) },
        ]}
      />
      <output className="visually-hidden">
        {update.isSuccess && `Section ${at + 1} of ${formatCount(board.sections.length, 'section')}.`}
      </output>
      {failures.alert}
    </>
  );
}

/** The buttons that move a location into a section, and lock it in. */
export function SectionActions(props: {
  api: Api;
  board: BoardView;
  item: BoardLocation;
  onRequest: (request: SectionRequest) => void;
}) {
  const { api, board, item, onRequest } = props;
  const update = useMutation(updateSectionMutation(api));
  const failures = useErrorDialog();
  const toast = useToast();
  const section = board.sections.find(({ id }) => id === item.section_id);
  const title = getTitle(item);
  const isLockedIn = section?.locked_location_id === item.id;
  const lockIn = ({ id: sectionId, title: sectionTitle }: BoardSection) =>
    update
      .mutateAsync({ id: board.id, sectionId, lockedLocationId: isLockedIn ? null : item.id })
      .then(() => toast({ text: `${title} is ${isLockedIn ? 'no longer ' : ''}locked in for ‘${sectionTitle}’.` }))
      .catch(failures.report);
  return (
    <div className="section-actions no-print">
      <button
        type="button"
        id={getSectionPartId('move', item.id)}
        className="note__edit"
        aria-label={`Move ${title} to a section`}
        onClick={() => onRequest({ type: 'move', items: [item] })}
      >
        <List small />
        Move to section
      </button>
      {section && (
        <button
          type="button"
          className="note__edit"
          aria-label={isLockedIn ? `No longer lock in ${title}` : `Lock in ${title}`}
          onClick={() => void lockIn(section)}
        >
          {isLockedIn ? <X small /> : <Check small />}
          {isLockedIn ? 'No longer lock in' : 'Lock in'}
        </button>
      )}
      {failures.alert}
    </div>
  );
}
