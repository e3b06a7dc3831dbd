import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { HistoryPage, useRestoration } from '../../../../ui/history/HistoryPage.tsx';
import { RestoreVersion } from '../../../../ui/history/RestoreVersion.tsx';
import { refreshRevisions, revisionQuery, revisionsQuery } from '../client.ts';
import { formatAction, formatAuthor, formatChanges, isRestoringPointless } from '../comparison.ts';
import { restoreRevision } from '../contract.ts';
import type { RevisionContent } from '../schema.ts';
import { deletedSince } from '../../../../platform/text/history-messages.ts';
import { BACK_TO_LOCATION, MERGED_ALREADY, NOTHING_TO_RESTORE } from '../../messages.ts';
import { recordQuery, refreshRecord } from '../../admin-record/client.ts';
import type { LocationRecord } from '../../admin-record/schema.ts';
import { LocationTitle } from '../../admin-record/ui/LocationTitle.tsx';
import { getRecordPath } from '../../admin-record/ui/RecordActions.tsx';
import { RevisionComparison } from './RevisionComparison.tsx';
import '../../admin-record/ui/location-record.css';

/**
 * The history of a location: its versions, and the differences between two of them.
 * @param props.version the version that is open
 * @param props.from the version that it is compared with; null for the first version
 * @param props.page of the list
 */
export function LocationHistory(props: {
  api: Api;
  id: string;
  version: number;
  from: number | null;
  page: number;
  styleUrl: string | null;
}) {
  const { api, id, version, from, page, styleUrl } = props;
  const path = `${getRecordPath(id)}/history`;
  const { data: record } = useSuspenseQuery(recordQuery(api, id));
  const { data: list } = useSuspenseQuery(revisionsQuery(api, id, page));
  const { data: after } = useSuspenseQuery(revisionQuery(api, id, version));
  // The first version has none before it.
  const { data: before } = useSuspenseQuery(revisionQuery(api, id, from ?? version));
  const { data: latest } = useQuery(revisionQuery(api, id, list.total));
  const queryClient = useQueryClient();
  const { notes, restore } = useRestoration(path, () =>
    Promise.all([refreshRecord(queryClient, api, id), refreshRevisions(queryClient, id)]),
  );
  const restoreOpen = () => {
    const { version: expected, images_version } = record;
    return restore(api(restoreRevision, { id, number: version, version: expected, images_version }));
  };
  return (
    <HistoryPage
      back={{ href: getRecordPath(id), label: BACK_TO_LOCATION }}
      restoration={
        version !== list.total && (
          <RestoreVersion number={version} refusal={getRefusal(record, after, latest)} onConfirm={restoreOpen}>
            <RestoreSummary revision={after} />
          </RestoreVersion>
        )
      }
      title={<LocationTitle api={api} record={record} />}
      notes={notes}
      event={`${formatAction(after)} ${formatAuthor(after)}`}
      path={path}
      versions={list.data.map((revision) => ({
        number: revision.number,
        action: formatAction(revision),
        by: formatAuthor(revision),
        at: revision.recorded_at,
        changes: formatChanges(revision),
        mark: revision.number === list.online ? 'Online now' : undefined,
      }))}
      total={list.total}
      size={list.per_page}
      page={page}
      open={version}
      compared={from}
    >
      <RevisionComparison before={from === null ? null : before} after={after} styleUrl={styleUrl} />
    </HistoryPage>
  );
}

/** Why there is nothing to restore; undefined if there may be. */
function getRefusal(
  { merged_into }: LocationRecord,
  version: RevisionContent,
  latest: RevisionContent | undefined,
): string | undefined {
  if (merged_into) return MERGED_ALREADY;
  return latest && isRestoringPointless(version, latest) ? NOTHING_TO_RESTORE : undefined;
}

/** Explains what restoring a version does, and which of its images are deleted. */
function RestoreSummary({ revision }: { revision: RevisionContent }) {
  const deleted = revision.images.filter(({ isDeleted }) => isDeleted).length;
  return (
    <>
      <p>
        {`The working copy gets the fields, production facts and images of version ${revision.number}. The owner, contacts and documents stay as they are. Nothing is published.`}
      </p>
      {deleted > 0 && <p>{deletedSince(deleted, 'image')}</p>}
      {revision.deleted_options.length > 0 && (
        <p>
          {`Not restored, since they were deleted from their lists: ${revision.deleted_options.map(({ name }) => name).join(', ')}.`}
        </p>
      )}
    </>
  );
}
