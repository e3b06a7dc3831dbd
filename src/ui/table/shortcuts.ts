import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { onStorageChange, readItem, writeItem } from '../browser-storage.ts';

/** A key that does something on a page. */
export interface Shortcut {
  /** A single key, or one together with Control, or Command, as `Ctrl+S`. */
  readonly key: string;
  readonly label: string;
  readonly action: () => void;
}

const SETTING_KEY = 'recce.shortcuts';
const inUse = new Set<() => readonly Shortcut[]>();

/** The shortcuts of the page that is open, for who wants to read them. Not while something is being drawn. */
export function allShortcuts(): readonly Shortcut[] {
  return [...inUse].flatMap((shortcuts) => shortcuts());
}

/**
 * Gives a page its shortcuts. Single keys do nothing while something is typed, together with other keys, while a dialog is open, or once
 * they are turned off; `Enter` also not on what it has a meaning for already. Those with Control do nothing while a dialog is open.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const present = useEffectEvent(() => shortcuts);
  useEffect(() => {
    const read = () => present();
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

const FIELDS = 'input, select, textarea, [contenteditable]:not([contenteditable="false"])';
const PRESSED = `${FIELDS}, a, button, summary`;

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
  return target instanceof Element && target.closest(key === 'Enter' ? PRESSED : FIELDS) !== null;
}

/** Whether single keys are shortcuts in this browser, and what turns them on and off. */
export function useShortcutSetting(): readonly [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(onStorageChange, areShortcutsOn, () => true);
  return [on, (wanted) => writeItem('localStorage', SETTING_KEY, wanted ? undefined : 'off')];
}

function areShortcutsOn(): boolean {
  return readItem('localStorage', SETTING_KEY) !== 'off';
}
