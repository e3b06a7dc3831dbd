import { useMutation } from '@tanstack/react-query';
import { formatCount } from '../../../../platform/text/numbers.ts';
import type { Api } from '../../../../platform/http/contract.ts';
import { ArrowDown, ArrowUp, Bin, Dots, Pencil } from '../../../../ui/icons.tsx';
import { Menu } from '../../../../ui/Menu.tsx';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { type BoardLocation, type BoardSection, type BoardView } from '../../schema.ts';
import { updateSectionMutation } from '../client.ts';
import './sections.css';

/** A change of sections that a dialog confirms or completes. */
export type SectionRequest =
  | { readonly type: 'add' }
  | { readonly type: 'edit' | 'delete'; readonly section: BoardSection }
  | { readonly type: 'move'; readonly items: readonly BoardLocation[] };

/** Element id of the button that adds a section. */
export const ADD_SECTION_ID = 'add-section';

/** Element ids of the menus of a section and of a location, for focus management. */
const getSectionMenuId = (id: string) => `section-menu-${id}`;
export const getItemMenuId = (id: string) => `location-menu-${id}`;

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
  const id = getSectionMenuId(section.id);
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
