import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import type { FactValue } from '../../catalogue/production-facts/schema.ts';
import { type FactInput, saveFacts } from '../client.ts';

/** Saves each answer of an owner as soon as it is complete, one request after another. @param onSaved called after each */
export function useFactAutosave(api: Api, id: string, onSaved: () => void) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<FactInput>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  // What is typed at the moment: a save does not wait until it is rendered.
  const current = useRef<FactInput>({});
  const queue = useRef(Promise.resolve());

  const set = (next: FactInput) => {
    current.current = next;
    setTyped(next);
  };
  const send = async (name: string) => {
    const value = current.current[name];
    if (value === undefined) return;
    try {
      const found = await saveFacts(client, api, id, { facts: { [name]: value } });
      setFailure(undefined);
      setProblems((before) => ({
        ...Object.fromEntries(Object.entries(before).filter(([other]) => other !== name)),
        ...found,
      }));
      if (Object.keys(found).length > 0) return;
      const { [name]: now, ...others } = current.current;
      // It may have been changed while it was sent.
      if (now === value) set(others);
      onSaved();
    } catch (error) {
      setFailure(getErrorMessage(error));
    }
  };
  const save = (name: string) => {
    queue.current = queue.current.then(() => send(name));
  };
  return {
    typed,
    problems,
    failure,
    change: (name: string, value: FactValue | null) => set({ ...current.current, [name]: value }),
    save,
  };
}
