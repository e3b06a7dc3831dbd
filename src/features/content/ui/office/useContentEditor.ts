import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { isApiError, isConflict, getErrorMessage } from '../../../../platform/http/contract.ts';
import { useToast } from '../../../../ui/toasts.tsx';
import { CONTENT_KEY } from '../../editing/client.ts';
import { type Fields, differing, isSame, merge, withValueAt } from '../../editing/merge.ts';
import { PUBLISHED } from '../../messages.ts';

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

/** Fields that somebody else has changed since they were looked at. */
interface Unseen<Content> {
  readonly fields: readonly string[];
  readonly seen: Content;
  readonly now: Content;
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
  const contentOf = ({ draft, published }: Edited<Content>) => draft ?? published ?? nothing;
  const saved = contentOf(server);
  const [content, setContent] = useState(saved);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<Conflict<Content>>();
  const [unseen, setUnseen] = useState<Unseen<Content>>();
  const leaving = useRef(false);

  const take = (next: Edited<Content>) => {
    setServer(next);
    setContent(contentOf(next));
    setProblems({});
    void queryClient.invalidateQueries({ queryKey: CONTENT_KEY });
  };
  /**
   * Saves, bringing together what somebody else has saved meanwhile; undefined where that needs a decision.
   * @returns what is saved then, and what was sent of it
   */
  const keep = async (
    from: Edited<Content>,
    was: Content,
    mine: Content,
  ): Promise<{ kept: Edited<Content>; sent: Content } | undefined> => {
    try {
      return { kept: await calls.save(from.version, mine), sent: mine };
    } catch (error) {
      if (!isConflict(error)) throw error;
      const now = await calls.load();
      const theirs = contentOf(now);
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
      setFailure(getErrorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const isUnsaved = !isSame(content, saved);
  /** Whether it was. */
  const save = async () => {
    const next = await keep(server, saved, content);
    if (!next) return false;
    take(next.kept);
    toast({ text: 'Draft saved. It is not public until you publish it.' });
    return true;
  };
  /** Does what names the version; where that is not the last any more, the last is shown, unless that would cost what was typed. */
  const asSeen = async (act: () => Promise<void>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      if (isConflict(error) && !isUnsaved) take(await calls.load());
      throw error;
    }
  };
  /** Shows in what one version differs from what was seen; nothing where it does not. */
  const showUnseen = (seen: Content, now: Content) => {
    const fields = differing(seen, now);
    if (fields.length > 0) setUnseen({ fields, seen, now });
    return fields.length > 0;
  };
  /** Publishes a draft that was seen. One that was changed since is shown, and not published. */
  const publishSeen = async (seen: Edited<Content>): Promise<void> => {
    try {
      take(await calls.publish(seen.version));
      toast({ text: PUBLISHED });
    } catch (error) {
      if (!isConflict(error)) throw error;
      const now = await calls.load();
      take(now);
      if (now.draft === null) throw error;
      if (!showUnseen(contentOf(seen), now.draft)) await publishSeen(now);
    }
  };
  return {
    content,
    server,
    problems,
    failure,
    busy,
    conflict,
    unseen,
    look: () => setUnseen(undefined),
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
        const next = isUnsaved ? await keep(server, saved, content) : { kept: server, sent: content };
        if (!next) return;
        if (isUnsaved) take(next.kept);
        // What was brought in of somebody else's has not been seen here yet.
        if (!showUnseen(content, next.sent)) await publishSeen(next.kept);
      }),
    discard: () =>
      asSeen(async () => {
        await calls.discard(server.version);
        take(await calls.load());
        toast({ text: 'The draft is gone.' });
      }),
    asSeen,
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
