import { useState } from 'react';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type Api, isConflict } from '../../../../platform/http/contract.ts';
import { RestorationNotes, RestoreVersion } from '../../../../ui/history/RestoreVersion.tsx';
import { COMPARISON_ID, VersionList, formatComparison, getHistoryPath } from '../../../../ui/history/VersionList.tsx';
import { RecordBar } from '../../../../ui/record/RecordHeader.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { refreshRevisions, revisionQuery, revisionsQuery } from '../client.ts';
import { formatAction, formatAuthor, formatChanges, isRestoringPointless } from '../comparison.ts';
import { restoreRevision } from '../contract.ts';
import type { RevisionContent } from '../schema.ts';
import { BACK_TO_LOCATION, MERGED_ALREADY, NOTHING_TO_RESTORE, deletedSince } from '../../messages.ts';
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
  const { notes, restore } = useRestore(api, id);
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar back={{ href: getRecordPath(id), label: BACK_TO_LOCATION }}>
        {version !== list.total && (
          <RestoreVersion
            number={version}
            refusal={getRefusal(record, after, latest)}
            onConfirm={() => restore(version, record)}
          >
            <RestoreSummary revision={after} />
          </RestoreVersion>
        )}
      </RecordBar>
      <LocationTitle api={api} record={record} />
      <RestorationNotes notes={notes} />
      <div className="history">
        <section aria-labelledby={COMPARISON_ID}>
          <h2 id={COMPARISON_ID} tabIndex={-1}>
            {formatComparison(version, from)}
          </h2>
          <p className="muted">{`${formatAction(after)} ${formatAuthor(after)}`}</p>
          <RevisionComparison before={from === null ? null : before} after={after} styleUrl={styleUrl} />
        </section>
        <VersionList
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
        />
      </div>
    </main>
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

/** Restores versions, shows the new version, and keeps what could not be restored. */
function useRestore(api: Api, id: string) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const toast = useToast();
  const focusById = useFocusById();
  const [notes, setNotes] = useState<readonly string[]>([]);
  const restore = async (number: number, seen: { version: number; images_version: string }) => {
    const { version, images_version } = seen;
    try {
      const restored = await api(restoreRevision, { id, number, version, images_version });
      setNotes(restored.notes);
      toast({ text: restored.message });
      await Promise.all([refreshRecord(queryClient, api, id), refreshRevisions(queryClient, id)]);
      const path = getHistoryPath(`${getRecordPath(id)}/history`, { version: restored.number });
      await router.navigate({ href: path });
      focusById(COMPARISON_ID);
    } catch (error) {
      // The dialog shows the message; confirming it again applies to what is loaded now.
      if (isConflict(error))
        await Promise.all([refreshRecord(queryClient, api, id), refreshRevisions(queryClient, id)]);
      throw error;
    }
  };
  return { notes, restore };
}

/** Explains what restoring a version does, and which of its images are deleted. */
function RestoreSummary({ revision }: { revision: RevisionContent }) {
  const deleted = revision.images.filter(({ isDeleted }) => isDeleted).length;
  return (
    <>
      <p>
        {`The working copy gets the fields and images of version ${revision.number}. The owner, contacts and documents stay as they are. Nothing is published.`}
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
