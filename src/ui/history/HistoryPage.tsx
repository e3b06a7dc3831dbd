import { type ReactNode, useState } from 'react';
import { useRouter } from '@tanstack/react-router';
import { isConflict } from '../../platform/http/contract.ts';
import { RecordBar } from '../record/RecordHeader.tsx';
import { useToast } from '../toasts.tsx';
import { useFocusById } from '../useFocusById.ts';
import { RestorationNotes } from './RestoreVersion.tsx';
import { COMPARISON_ID, VersionList, formatComparison, getHistoryPath } from './VersionList.tsx';

type ListProps = Parameters<typeof VersionList>[0];

/**
 * The page of a history: the open version, compared with another one, and the list of all versions.
 * @param props.restoration the button that restores the open version
 * @param props.notes what could not be restored
 * @param props.event what happened in the open version, and who did it
 * @param props.children the comparison
 */
export function HistoryPage(
  props: {
    back: { readonly href: string; readonly label: string };
    restoration: ReactNode;
    title: ReactNode;
    notes: readonly string[];
    event: string;
    children: ReactNode;
  } & ListProps,
) {
  const { back, restoration, title, notes, event, children, ...list } = props;
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar back={back}>{restoration}</RecordBar>
      {title}
      <RestorationNotes notes={notes} />
      <div className="history">
        <section aria-labelledby={COMPARISON_ID}>
          <h2 id={COMPARISON_ID} tabIndex={-1}>
            {formatComparison(list.open, list.compared)}
          </h2>
          <p className="muted">{event}</p>
          {children}
        </section>
        <VersionList {...list} />
      </div>
    </main>
  );
}

/**
 * Restores versions, shows the new version, and keeps what could not be restored.
 * @param path of the history
 * @param refresh fetches again what a restoration changes
 */
export function useRestoration(path: string, refresh: () => Promise<unknown>) {
  const router = useRouter();
  const toast = useToast();
  const focusById = useFocusById();
  const [notes, setNotes] = useState<readonly string[]>([]);
  const restore = async (request: Promise<{ number: number; message: string; notes: readonly string[] }>) => {
    try {
      const restored = await request;
      setNotes(restored.notes);
      toast({ text: restored.message });
      await refresh();
      await router.navigate({ href: getHistoryPath(path, { version: restored.number }) });
      focusById(COMPARISON_ID);
    } catch (error) {
      // The dialog shows the message; confirming it again applies to what is loaded now.
      if (isConflict(error)) await refresh();
      throw error;
    }
  };
  return { notes, restore };
}
