import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { isApiError, isConflict, getErrorMessage } from '../../../../platform/http/contract.ts';
import { useToast } from '../../../../ui/toasts.tsx';
import { CONTENT_KEY } from '../../editing/client.ts';
import { type Fields, listChangedFields, isSame, merge, withValueAt } from '../../editing/merge.ts';
import { PUBLISHED } from '../../messages.ts';

/** Content with its published version and its draft, as returned by the API. */
interface Edited<Content> {
  readonly version: number;
  readonly published: Content | null;
  readonly draft: Content | null;
}

/** The API calls of one page, of the menu or of the footer. */
interface Calls<Content> {
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

/** Fields that somebody else has changed since they were displayed. */
interface RemoteChanges<Content> {
  readonly fields: readonly string[];
  readonly before: Content;
  readonly after: Content;
}

/** State and actions of an editor of content: unsaved changes, draft, conflicts, saving, publishing and discarding. */
export function useContentEditor<Content extends Fields>(
  edited: Edited<Content>,
  emptyContent: Content,
  calls: Calls<Content>,
) {
  const toast = useToast();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [server, setServer] = useState(edited);
  const getContent = ({ draft, published }: Edited<Content>) => draft ?? published ?? emptyContent;
  const saved = getContent(server);
  const [content, setContent] = useState(saved);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<Conflict<Content>>();
  const [remoteChanges, setRemoteChanges] = useState<RemoteChanges<Content>>();
  const leaving = useRef(false);

  const replaceContent = (next: Edited<Content>) => {
    setServer(next);
    setContent(getContent(next));
    setProblems({});
    void queryClient.invalidateQueries({ queryKey: CONTENT_KEY });
  };
  /** Saves, merged with what somebody else has saved meanwhile. Returns undefined when there are conflicts, which are then shown. */
  const saveMerged = async (
    from: Edited<Content>,
    base: Content,
    mine: Content,
  ): Promise<{ saved: Edited<Content>; sent: Content } | undefined> => {
    try {
      return { saved: await calls.save(from.version, mine), sent: mine };
    } catch (error) {
      if (!isConflict(error)) throw error;
      const now = await calls.load();
      const theirs = getContent(now);
      const { merged, conflicts } = merge(base, mine, theirs);
      if (conflicts.length === 0) return saveMerged(now, theirs, merged);
      setServer(now);
      setContent(merged);
      setConflict({ fields: conflicts, mine: merged, theirs });
      return undefined;
    }
  };
  const runExclusively = async (action: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await action();
    } catch (error) {
      const fields = (isApiError(error) && error.fields) || {};
      const entries = Object.entries(fields);
      setProblems(Object.fromEntries(entries.map(([path, message]) => [path.replace(/^content\./, ''), message])));
      setFailure(getErrorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const isUnsaved = !isSame(content, saved);
  /** Saves the draft. @returns whether it was saved */
  const save = async () => {
    const next = await saveMerged(server, saved, content);
    if (!next) return false;
    replaceContent(next.saved);
    toast({ text: 'Draft saved. It is not public until you publish it.' });
    return true;
  };
  /** Runs an action; on a conflict, shows the latest version unless there are unsaved changes. Rethrows. */
  const reloadOnConflict = async (action: () => Promise<void>): Promise<void> => {
    try {
      await action();
    } catch (error) {
      if (isConflict(error) && !isUnsaved) replaceContent(await calls.load());
      throw error;
    }
  };
  /** Shows the differences between two versions. @returns whether there are any */
  const showRemoteChanges = (before: Content, after: Content) => {
    const fields = listChangedFields(before, after);
    if (fields.length > 0) setRemoteChanges({ fields, before, after });
    return fields.length > 0;
  };
  /** Publishes the displayed draft. If somebody else has changed it since, shows their changes instead. */
  const publishDraft = async (displayed: Edited<Content>): Promise<void> => {
    try {
      replaceContent(await calls.publish(displayed.version));
      toast({ text: PUBLISHED });
    } catch (error) {
      if (!isConflict(error)) throw error;
      const now = await calls.load();
      replaceContent(now);
      if (now.draft === null) throw error;
      if (!showRemoteChanges(getContent(displayed), now.draft)) await publishDraft(now);
    }
  };
  return {
    content,
    server,
    problems,
    failure,
    busy,
    conflict,
    remoteChanges,
    closeRemoteChanges: () => setRemoteChanges(undefined),
    unsaved: listChangedFields(saved, content),
    isUnsaved: () => isUnsaved && !leaving.current,
    /** Turns off the warning about unsaved changes. */
    allowLeaving: () => void (leaving.current = true),
    set: (path: string, value: unknown) => setContent((before) => withValueAt(before, path, value)),
    reset: () => {
      setContent(saved);
      setProblems({});
      setFailure(undefined);
    },
    save: () => runExclusively(save),
    /** Saves, then navigates. */
    saveAndGo: (href: string) =>
      runExclusively(async () => {
        if (await save()) await router.navigate({ href, ignoreBlocker: true });
      }),
    /** Saves unsaved changes, then publishes. */
    publish: () =>
      runExclusively(async () => {
        const next = isUnsaved ? await saveMerged(server, saved, content) : { saved: server, sent: content };
        if (!next) return;
        if (isUnsaved) replaceContent(next.saved);
        // Changes of somebody else that were merged in have not been displayed yet.
        if (!showRemoteChanges(content, next.sent)) await publishDraft(next.saved);
      }),
    discard: () =>
      reloadOnConflict(async () => {
        await calls.discard(server.version);
        replaceContent(await calls.load());
        toast({ text: 'The draft has been discarded.' });
      }),
    reloadOnConflict,
    /** Resolves a conflict. @param theirs the fields that get the other person's value */
    resolveConflict: (theirs: ReadonlySet<string>) => {
      if (!conflict) return;
      const chosen = Object.fromEntries([...theirs].map((field) => [field, conflict.theirs[field]]));
      setConflict(undefined);
      setContent({ ...conflict.mine, ...chosen });
    },
    closeConflict: () => setConflict(undefined),
  };
}

export type Editor<Content extends Fields> = ReturnType<typeof useContentEditor<Content>>;
