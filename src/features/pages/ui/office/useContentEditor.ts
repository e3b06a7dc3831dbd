import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { isApiError, messageOf } from '../../../../platform/http/contract.ts';
import { useToast } from '../../../../ui/toasts.tsx';
import { CONTENT_KEY } from '../../editing/client.ts';
import { type Fields, differing, isSame, merge, withValueAt } from '../../editing/merge.ts';

/** Something that is edited, as calls answer it. */
interface Edited<Content> {
  readonly version: number;
  readonly published: Content | null;
  readonly draft: Content | null;
}

/** The calls by which it is kept. */
export interface Calls<Content> {
  readonly load: () => Promise<Edited<Content>>;
  readonly save: (version: number, content: Content) => Promise<Edited<Content>>;
  readonly publish: (version: number) => Promise<Edited<Content>>;
  readonly discard: (version: number) => Promise<void>;
}

/** Fields that two people changed in different ways. */
interface Conflict<Content> {
  readonly fields: readonly string[];
  readonly mine: Content;
  readonly theirs: Content;
}

const INSIDE = /^content\./;

/** What stands on the screen of an editor: what was typed, what is saved, and the ways from one to the other. */
export function useContentEditor<Content extends Fields>(
  edited: Edited<Content>,
  nothing: Content,
  calls: Calls<Content>,
) {
  const toast = useToast();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [server, setServer] = useState(edited);
  const saved = server.draft ?? server.published ?? nothing;
  const [content, setContent] = useState(saved);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<Conflict<Content>>();
  const leaving = useRef(false);

  const take = (next: Edited<Content>) => {
    setServer(next);
    setContent(next.draft ?? next.published ?? nothing);
    setProblems({});
    void queryClient.invalidateQueries({ queryKey: CONTENT_KEY });
  };
  /** Saves, bringing together what somebody else has saved meanwhile; undefined where that needs a decision. */
  const keep = async (from: Edited<Content>, was: Content, mine: Content): Promise<Edited<Content> | undefined> => {
    try {
      return await calls.save(from.version, mine);
    } catch (error) {
      if (!isApiError(error) || error.errorType !== 'CONFLICT') throw error;
      const now = await calls.load();
      const theirs = now.draft ?? now.published ?? nothing;
      const { merged, conflicts } = merge(was, mine, theirs);
      if (conflicts.length === 0) return keep(now, theirs, merged);
      setServer(now);
      setContent(merged);
      setConflict({ fields: conflicts, mine: merged, theirs });
      return undefined;
    }
  };
  const attempt = async (act: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await act();
    } catch (error) {
      const fields = (isApiError(error) && error.fields) || {};
      setProblems(Object.fromEntries(Object.entries(fields).map(([path, said]) => [path.replace(INSIDE, ''), said])));
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const isUnsaved = !isSame(content, saved);
  /** Whether it was. */
  const save = async () => {
    const next = await keep(server, saved, content);
    if (!next) return false;
    take(next);
    toast({ text: 'Draft saved. It is not public until you publish it.' });
    return true;
  };
  return {
    content,
    server,
    problems,
    failure,
    busy,
    conflict,
    unsaved: differing(saved, content),
    isUnsaved: () => isUnsaved && !leaving.current,
    /** From now on nothing that is unsaved is asked about. */
    leave: () => void (leaving.current = true),
    set: (path: string, value: unknown) => setContent((before) => withValueAt(before, path, value)),
    reset: () => {
      setContent(saved);
      setProblems({});
      setFailure(undefined);
    },
    save: () => attempt(save),
    /** Leads on once it is saved. */
    saveAndGo: (href: string) =>
      attempt(async () => {
        if (await save()) await router.navigate({ href, ignoreBlocker: true });
      }),
    /** What is not saved yet is saved first. */
    publish: () =>
      attempt(async () => {
        const current = isUnsaved ? await keep(server, saved, content) : server;
        if (!current) return;
        if (current !== server) take(current);
        take(await calls.publish(current.version));
        toast({ text: 'Published. Everyone sees it within seconds.' });
      }),
    discard: async () => {
      await calls.discard(server.version);
      take(await calls.load());
      toast({ text: 'The draft is gone.' });
    },
    /** @param theirs the fields of which the other value is taken */
    decide: (theirs: ReadonlySet<string>) => {
      if (!conflict) return;
      const chosen = Object.fromEntries([...theirs].map((field) => [field, conflict.theirs[field]]));
      setConflict(undefined);
      setContent({ ...conflict.mine, ...chosen });
    },
    decideLater: () => setConflict(undefined),
  };
}

export type Editor<Content extends Fields> = ReturnType<typeof useContentEditor<Content>>;
