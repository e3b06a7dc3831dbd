import type { ComponentProps, KeyboardEvent } from 'react';
import { ArrowDown, ArrowUp, Grip as GripIcon } from './icons.tsx';
import { Menu } from './Menu.tsx';
import './sortable.css';

/** Number of positions that an arrow key moves an item. */
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

const HINT_ID = 'drag-handle-hint';

/** The description of all drag handles of a page, for screen readers. Render it once per page. */
export function DragHandleHint() {
  return (
    <p id={HINT_ID} hidden>
      Drag it, use the arrow keys, or press Enter for more options.
    </p>
  );
}

/** Where an item goes that is moved past an end of its list. */
export interface NextList {
  /** Such as "Move to ‘Scene 2’". */
  readonly name: string;
  readonly onSelect: () => void;
}

/**
 * A handle that reorders an item of a list by dragging, with the arrow keys, or from the menu it opens.
 * @param props.id id of the button
 * @param props.title title of the item
 * @param props.position index of the item, from 0
 * @param props.total number of items in the list
 * @param props.onMove moves the item before the one that is at that index now
 * @param props.before the list before this one, if there is one, and `props.after` the one after it
 */
export function DragHandle(props: {
  id: string;
  title: string;
  position: number;
  total: number;
  onMove: (position: number) => void;
  before?: NextList | undefined;
  after?: NextList | undefined;
  drag: ComponentProps<'button'>;
}) {
  const { id, title, position, total, onMove, before, after, drag } = props;
  const isFirst = position === 0;
  const isLast = position === total - 1;
  // To move an item one later is to insert it before the item after the next.
  const step = (by: 1 | -1) => onMove(by > 0 ? position + 2 : position - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (!by || event.currentTarget.getAttribute('aria-expanded') === 'true') return;
    event.preventDefault();
    if (by > 0 ? isLast : isFirst) (by > 0 ? after : before)?.onSelect();
    else step(by);
  };
  const earlier = [
    { name: 'Move to the start', icon: <ArrowUp />, onSelect: () => onMove(0) },
    { name: 'Move one earlier', icon: <ArrowUp />, onSelect: () => step(-1) },
  ];
  const later = [
    { name: 'Move one later', icon: <ArrowDown />, onSelect: () => step(1) },
    { name: 'Move to the end', icon: <ArrowDown />, onSelect: () => onMove(total) },
  ];
  return (
    <Menu
      label={`Move ${title}`}
      icon={<GripIcon />}
      items={[
        ...(isFirst ? [] : earlier),
        ...(before ? [{ ...before, icon: <ArrowUp /> }] : []),
        ...(isLast ? [] : later),
        ...(after ? [{ ...after, icon: <ArrowDown /> }] : []),
      ]}
      button={{ ...drag, id, className: 'icon-button drag-handle', 'aria-describedby': HINT_ID, onKeyDown }}
    />
  );
}
