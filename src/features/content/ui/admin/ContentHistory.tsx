import { useState } from 'react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type Api, isConflict } from '../../../../platform/http/contract.ts';
import { RestorationNotes, RestoreVersion } from '../../../../ui/history/RestoreVersion.tsx';
import { ComparedParts, VersionValues } from '../../../../ui/history/VersionComparison.tsx';
import { COMPARISON_ID, VersionList, formatComparison, getHistoryPath } from '../../../../ui/history/VersionList.tsx';
import { RecordBar, RecordTitle } from '../../../../ui/record/RecordHeader.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { CONTENT_KEY } from '../../editing/client.ts';
import { contentRevisionQuery, contentRevisionsQuery } from '../../history/client.ts';
import {
  formatContentAction,
  formatContentAuthor,
  getContentLabel,
  listContentChanges,
  listContentValues,
} from '../../history/comparison.ts';
import { restoreContentRevision } from '../../history/contract.ts';
import type { ContentRevision } from '../../history/schema.ts';
import { DRAFT_IS_SAME } from '../../messages.ts';
import { deletedSince } from '../../../locations/messages.ts';

/**
 * The history of a page, the menu or the footer: its versions, and the differences between two of them.
 * @param props.version the version that is open
 * @param props.from the version that it is compared with; null for the first version
 * @param props.page of the list
 */
export function ContentHistory(props: { api: Api; name: string; version: number; from: number | null; page: number }) {
  const { api, name, version, from, page } = props;
  const { data: list } = useSuspenseQuery(contentRevisionsQuery(api, name, page));
  const { data: after } = useSuspenseQuery(contentRevisionQuery(api, name, version));
  // The first version has none before it.
  const { data: before } = useSuspenseQuery(contentRevisionQuery(api, name, from ?? version));
  const { notes, restore } = useRestore(api, name);
  const back = list.is_deleted
    ? { href: '/admin/content', label: 'Back to content' }
    : { href: `/admin/content/${name}`, label: 'Back to editing' };
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar back={back}>
        {version !== list.total && after.content !== null && (
          <RestoreVersion
            number={version}
            refusal={after.is_current ? DRAFT_IS_SAME : undefined}
            onConfirm={() => restore(version, list.version)}
          >
            <p>{`Version ${version} is saved as the draft, in place of the present one. Nothing is published.`}</p>
            {after.deleted_pictures > 0 && <p>{deletedSince(after.deleted_pictures, 'picture')}</p>}
          </RestoreVersion>
        )}
      </RecordBar>
      <RecordTitle title={list.title}>
        <span>History</span>
      </RecordTitle>
      <RestorationNotes notes={notes} />
      <div className="history">
        <section aria-labelledby={COMPARISON_ID}>
          <h2 id={COMPARISON_ID} tabIndex={-1}>
            {formatComparison(version, from)}
          </h2>
          <p className="muted">{`${formatContentAction(after)} ${formatContentAuthor(after)}`}</p>
          <Comparison before={from === null ? null : before} after={after} />
        </section>
        <VersionList
          path={`/admin/content/${name}/history`}
          versions={list.data.map((revision) => ({
            number: revision.number,
            action: formatContentAction(revision),
            by: formatContentAuthor(revision),
            at: revision.recorded_at,
            changes: revision.fields.map(getContentLabel).join(', '),
          }))}
          total={list.total}
          size={list.per_page}
          page={page}
          open={version}
          compared={from}
        />
      </div>
    </main>
  );
}

function Comparison({ before, after }: { before: ContentRevision | null; after: ContentRevision }) {
  if (!before) return <VersionValues parts={listContentValues(after.content)} />;
  const changes = listContentChanges(before.content, after.content);
  if (changes.length === 0) return <p>The content is the same.</p>;
  return (
    <ComparedParts parts={changes} labels={{ before: `Version ${before.number}`, after: `Version ${after.number}` }} />
  );
}

/** Restores versions as drafts, shows the new version, and keeps what could not be restored. */
function useRestore(api: Api, name: string) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const toast = useToast();
  const focusById = useFocusById();
  const [notes, setNotes] = useState<readonly string[]>([]);
  const refresh = () => queryClient.invalidateQueries({ queryKey: CONTENT_KEY });
  const restore = async (number: number, version: number) => {
    try {
      const restored = await api(restoreContentRevision, { name, number, version });
      setNotes(restored.notes);
      toast({ text: restored.message });
      await refresh();
      await router.navigate({ href: getHistoryPath(`/admin/content/${name}/history`, { version: restored.number }) });
      focusById(COMPARISON_ID);
    } catch (error) {
      // The dialog shows the message; confirming it again applies to what is loaded now.
      if (isConflict(error)) await refresh();
      throw error;
    }
  };
  return { notes, restore };
}
