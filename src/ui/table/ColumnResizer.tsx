import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH, clampWidth } from './table-layout.ts';

/** Pixels that an arrow key adds to or removes from the width. */
const STEP_PX = 16;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX };

/**
 * The handle at the end of a heading: dragged or moved with the arrow keys it sets the width of the column; a double click, Enter and
 * Delete make it as wide as its content.
 * @param props.onResize called with undefined for the width of the content, and while dragging with `isFinal` false
 */
export function ColumnResizer(props: {
  label: string;
  width: number | undefined;
  cell: RefObject<HTMLElement | null>;
  onResize: (width: number | undefined, isFinal: boolean) => void;
}) {
  const { label, width, cell, onResize } = props;
  /** Where the handle was pressed, and the width of the column then. */
  const pressed = useRef<{ x: number; width: number }>(undefined);
  const getWidth = () => width ?? measureWidth(cell.current);
  const toDragged = ({ clientX }: PointerEvent, from: { x: number; width: number }) =>
    clampWidth(from.width + clientX - from.x);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined && event.key !== 'Enter' && event.key !== 'Delete') return;
    event.preventDefault();
    onResize(step === undefined ? undefined : clampWidth(getWidth() + step), true);
  };
  return (
    // A separator that can be focused is a control (ARIA: window splitter).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuemin={MIN_COLUMN_WIDTH}
      aria-valuemax={MAX_COLUMN_WIDTH}
      aria-valuenow={width ?? MIN_COLUMN_WIDTH}
      aria-valuetext={width === undefined ? 'automatic' : `${width} pixels`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      title="Drag or use the arrow keys to set the width. Double-click or press Enter for the automatic width."
      className="column-resizer no-print"
      onKeyDown={onKeyDown}
      onDoubleClick={() => onResize(undefined, true)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        pressed.current = { x: event.clientX, width: getWidth() };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (pressed.current && event.clientX !== pressed.current.x) onResize(toDragged(event, pressed.current), false);
      }}
      onPointerUp={(event) => {
        const from = pressed.current;
        pressed.current = undefined;
        if (from && event.clientX !== from.x) onResize(toDragged(event, from), true);
      }}
      onPointerCancel={() => {
        if (pressed.current) onResize(width, true);
        pressed.current = undefined;
      }}
    />
  );
}

/** Returns the width of the content of a cell. */
function measureWidth(cell: HTMLElement | null): number {
  if (!cell) return MIN_COLUMN_WIDTH;
  const { paddingLeft, paddingRight } = getComputedStyle(cell);
  return cell.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
}
