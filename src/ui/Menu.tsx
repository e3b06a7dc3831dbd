import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import './menu.css';

interface MenuItem {
  readonly name: string;
  readonly icon: ReactNode;
  readonly onSelect: () => void;
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * A button that opens a menu of actions below it.
 * @param props.button further attributes of the button
 */
export function Menu(props: {
  label: string;
  icon: ReactNode;
  items: readonly MenuItem[];
  button?: ComponentProps<'button'>;
}) {
  const { label, icon, items, button } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return undefined;
    box.current?.querySelector<HTMLElement>('.menu-list button')?.focus();
    const leave = (event: Event) => !box.current?.contains(event.target as Node) && setOpen(false);
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [open]);
  const close = () => {
    setOpen(false);
    box.current?.querySelector('button')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    const step = STEPS[event.key];
    if (event.key !== 'Escape' && !step) return;
    event.preventDefault();
    event.stopPropagation();
    if (!step) return close();
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>('.menu-list button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    // The key events come from its buttons.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={box} className="menu-box" onKeyDown={onKeyDown}>
      <button
        type="button"
        className="icon-button"
        {...button}
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {icon}
      </button>
      <ul id={id} className="menu-list" hidden={!open}>
        {items.map(({ name, icon: itemIcon, onSelect }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => {
                close();
                onSelect();
              }}
            >
              {itemIcon}
              {name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
