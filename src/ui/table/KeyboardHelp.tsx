import { type ReactNode, useState } from 'react';
import { Dialog } from '../Dialog.tsx';
import { Keyboard } from './icons.tsx';
import { type Shortcut, allShortcuts, useShortcutSetting, useShortcuts } from './shortcuts.ts';

const KEY_SYMBOLS: Readonly<Record<string, string>> = { Enter: '↵' };

/** A key as it is shown. */
export function Key({ name }: { name: string }) {
  return <kbd>{KEY_SYMBOLS[name] ?? name}</kbd>;
}

/**
 * The button, and the key `?`, that show which keys do what on a page; there they can be turned off. The dialog goes outside of the
 * bar that has the button, whose look it would take on.
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
  const [on, turn] = useShortcutSetting();
  return (
    <div className="dialog__body">
      <label className="checkbox-row checkbox-row--compact">
        <input type="checkbox" checked={on} onChange={() => turn(!on)} />
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
