import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { onStorageChange, readItem, writeItem } from '../browser-storage.ts';

/** A keyboard shortcut of a page. */
export interface Shortcut {
  /** A single key, or a key with Control or Command, such as `Ctrl+S`. */
  readonly key: string;
  readonly label: string;
  readonly action: () => void;
}

const SETTING_KEY = 'recce.shortcuts';
const inUse = new Set<() => readonly Shortcut[]>();

/** Returns the shortcuts of the open page. Not to be called during rendering. */
export function allShortcuts(): readonly Shortcut[] {
  return [...inUse].flatMap((shortcuts) => shortcuts());
}

/**
 * Registers the shortcuts of a page. No shortcut runs while a dialog is open. Single keys are also ignored in form fields, with other
 * modifiers and when the user turned them off; `Enter` is ignored on controls that handle it.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const getShortcuts = useEffectEvent(() => shortcuts);
  useEffect(() => {
    const read = () => getShortcuts();
    const listen = (event: KeyboardEvent) => {
      const chord = toChord(event);
      const shortcut = read().find(({ key }) => key === (chord ?? event.key));
      if (!shortcut || (chord === undefined && (isHandledElsewhere(event) || !areShortcutsOn()))) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) shortcut.action();
    };
    inUse.add(read);
    document.addEventListener('keydown', listen);
    return () => {
      inUse.delete(read);
      document.removeEventListener('keydown', listen);
    };
  }, []);
}

function toChord({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | undefined {
  return (ctrlKey || metaKey) && !altKey && !shiftKey ? `Ctrl+${key.toUpperCase()}` : undefined;
}

const FIELD_SELECTOR = 'input, select, textarea, [contenteditable]:not([contenteditable="false"])';
const CONTROL_SELECTOR = `${FIELD_SELECTOR}, a, button, summary`;

function isHandledElsewhere({
  key,
  target,
  ctrlKey,
  metaKey,
  altKey,
  isComposing,
  defaultPrevented,
}: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || isComposing) return true;
  if (document.querySelector('dialog[open]')) return true;
  return target instanceof Element && target.closest(key === 'Enter' ? CONTROL_SELECTOR : FIELD_SELECTOR) !== null;
}

/** Returns whether single-key shortcuts are on in this browser, and a function that turns them on or off. */
export function useShortcutSetting(): readonly [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(onStorageChange, areShortcutsOn, () => true);
  return [on, (isOn) => writeItem('localStorage', SETTING_KEY, isOn ? undefined : 'off')];
}

function areShortcutsOn(): boolean {
  return readItem('localStorage', SETTING_KEY) !== 'off';
}
