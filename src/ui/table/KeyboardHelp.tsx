import { type ReactNode, useState } from 'react';
import { Dialog } from '../Dialog.tsx';
import { Keyboard } from './icons.tsx';
import { type Shortcut, allShortcuts, useShortcutSetting, useShortcuts } from './shortcuts.ts';
import './keyboard-help.css';

const KEY_SYMBOLS: Readonly<Record<string, string>> = { Enter: '↵' };

/** A key of the keyboard. */
export function Key({ name }: { name: string }) {
  return <kbd>{KEY_SYMBOLS[name] ?? name}</kbd>;
}

/**
 * The button and the key `?` that list the keyboard shortcuts of a page and can turn them off. Render the dialog outside of the bar with
 * the button, so that it does not inherit the bar's styles.
 */
export function useKeyboardHelp(): { readonly button: ReactNode; readonly dialog: ReactNode } {
  const [shown, setShown] = useState<readonly Shortcut[]>();
  const open = () => setShown(allShortcuts());
  useShortcuts([{ key: '?', label: 'Show these shortcuts', action: open }]);
  return {
    button: (
      <button type="button" className="admin-bar__help" aria-label="Keyboard shortcuts" onClick={open}>
        <Keyboard />
      </button>
    ),
    dialog: (
      <Dialog open={shown !== undefined} onClose={() => setShown(undefined)} title="Keyboard shortcuts">
        <Shortcuts all={shown ?? []} />
      </Dialog>
    ),
  };
}

function Shortcuts({ all }: { all: readonly Shortcut[] }) {
  const [on, setOn] = useShortcutSetting();
  return (
    <div className="dialog__body">
      <label className="checkbox-row checkbox-row--compact">
        <input type="checkbox" checked={on} onChange={() => setOn(!on)} />
        Use single keys as shortcuts
      </label>
      <dl className="shortcuts">
        {all.map(({ key, label }) => (
          <div key={key}>
            <dt>
              <Key name={key} />
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <p className="muted small">Single keys do nothing while you type in a field or a dialog is open.</p>
    </div>
  );
}
