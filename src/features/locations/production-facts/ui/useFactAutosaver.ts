import { useEffect, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { saveFacts } from '../client.ts';
import { FactAutosaver } from '../fact-autosaver.ts';
import { focusFact } from './FactField.tsx';

/** The autosaver of the production facts of a location, which the wizard holds while other steps are open. */
export interface HeldFacts {
  /** Undefined until the step was opened. */
  readonly autosaver: FactAutosaver | undefined;
  readonly hold: (autosaver: FactAutosaver) => void;
}

/** Creates the autosaver of a location, or takes the one that is held, and connects it to browser events. @param onSaved called after each save */
export function useFactAutosaver(api: Api, id: string, { autosaver: held, hold }: HeldFacts, onSaved: () => void) {
  const client = useQueryClient();
  const [autosaver] = useState(
    () =>
      held ??
      new FactAutosaver(async (sent) => {
        const result = await saveFacts(client, api, id, sent);
        if (Object.keys(result.problems).length === 0) onSaved();
        return result;
      }, focusFact),
  );
  const snapshot = useSyncExternalStore(autosaver.subscribe, autosaver.snapshot, autosaver.snapshot);
  useEffect(() => {
    hold(autosaver);
    const send = () => void autosaver.flush();
    const onHide = () => document.hidden && send();
    addEventListener('online', send);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      removeEventListener('online', send);
      document.removeEventListener('visibilitychange', onHide);
      send();
    };
  }, [autosaver, hold]);
  return { autosaver, ...snapshot };
}
