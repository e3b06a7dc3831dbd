import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { HistoryPage, useRestoration } from '../../../../ui/history/HistoryPage.tsx';
import { RestoreVersion } from '../../../../ui/history/RestoreVersion.tsx';
import { ComparedParts, VersionValues } from '../../../../ui/history/VersionComparison.tsx';
import { RecordTitle } from '../../../../ui/record/RecordHeader.tsx';
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
import { deletedSince } from '../../../../platform/text/history-messages.ts';

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
  const queryClient = useQueryClient();
  const path = `/admin/content/${name}/history`;
  const { notes, restore } = useRestoration(path, () => queryClient.invalidateQueries({ queryKey: CONTENT_KEY }));
  return (
    <HistoryPage
      back={
        list.is_deleted
          ? { href: '/admin/content', label: 'Back to content' }
          : { href: `/admin/content/${name}`, label: 'Back to editing' }
      }
      restoration={
        version !== list.total &&
        after.content !== null && (
          <RestoreVersion
            number={version}
            refusal={after.is_current ? DRAFT_IS_SAME : undefined}
            onConfirm={() => restore(api(restoreContentRevision, { name, number: version, version: list.version }))}
          >
            <p>{`Version ${version} is saved as the draft, in place of the present one. Nothing is published.`}</p>
            {after.deleted_pictures > 0 && <p>{deletedSince(after.deleted_pictures, 'picture')}</p>}
          </RestoreVersion>
        )
      }
      title={
        <RecordTitle title={list.title}>
          <span>History</span>
        </RecordTitle>
      }
      notes={notes}
      event={`${formatContentAction(after)} ${formatContentAuthor(after)}`}
      path={path}
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
    >
      <Comparison before={from === null ? null : before} after={after} />
    </HistoryPage>
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
