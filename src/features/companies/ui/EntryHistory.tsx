import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { HistoryPage, useRestoration } from '../../../ui/history/HistoryPage.tsx';
import { RestoreVersion } from '../../../ui/history/RestoreVersion.tsx';
import { ComparedParts, VersionValues } from '../../../ui/history/VersionComparison.tsx';
import { RecordTitle } from '../../../ui/record/RecordHeader.tsx';
import { formatPerson } from '../../entry-subjects/schema.ts';
import { refreshCompanies } from '../client.ts';
import { revisionQuery, revisionsQuery } from '../history/client.ts';
import { restoreCompany, restorePerson } from '../history/contract.ts';
import { ACTION_LABELS, type ListedRevision, type RevisionContent } from '../history/schema.ts';
import { type Kind, getFieldLabel, listFields } from '../kinds.ts';
import { NOTHING_TO_RESTORE } from '../messages.ts';

/**
 * The history of a company or a person: its versions, and the differences between two of them.
 * @param props.path of its page
 * @param props.version the version that is open
 * @param props.from the version that it is compared with; null for the first version
 * @param props.page of the list
 */
export function EntryHistory(props: {
  api: Api;
  kind: Kind;
  id: string;
  path: string;
  name: string;
  version: number;
  from: number | null;
  page: number;
}) {
  const { api, kind, id, path, name, version, from, page } = props;
  const { data: list } = useSuspenseQuery(revisionsQuery(api, kind, id, page));
  const { data: after } = useSuspenseQuery(revisionQuery(api, kind, id, version));
  // The first version has none before it.
  const { data: before } = useSuspenseQuery(revisionQuery(api, kind, id, from ?? version));
  const client = useQueryClient();
  const { notes, restore } = useRestoration(`${path}/history`, () => refreshCompanies(client));
  const input = { id, number: version, version: list.total };
  return (
    <HistoryPage
      back={{ href: path, label: kind === 'companies' ? 'Back to the company' : 'Back to the person' }}
      restoration={
        version !== list.total && (
          <RestoreVersion
            number={version}
            refusal={after.is_current ? NOTHING_TO_RESTORE : undefined}
            onConfirm={() => restore(api(kind === 'companies' ? restoreCompany : restorePerson, input))}
          >
            <p>{`The values of version ${version} take the place of the present ones, which stay in the history. What was merged stays merged.`}</p>
          </RestoreVersion>
        )
      }
      title={
        <RecordTitle title={name}>
          <span>History</span>
        </RecordTitle>
      }
      notes={notes}
      event={`${formatAction(after)} ${formatAuthor(after)}`}
      path={`${path}/history`}
      versions={list.data.map((revision) => ({
        number: revision.number,
        action: formatAction(revision),
        by: formatAuthor(revision),
        at: revision.recorded_at,
        changes: revision.fields.map((field) => getFieldLabel(kind, field)).join(', '),
      }))}
      total={list.total}
      size={list.per_page}
      page={page}
      open={version}
      compared={from}
    >
      <Comparison kind={kind} before={from === null ? null : before} after={after} />
      {after.merged && (
        <section aria-labelledby="merged-values">
          <h3 id="merged-values">Values of the other one before the merge</h3>
          <VersionValues parts={listValues(kind, after.merged)} />
        </section>
      )}
    </HistoryPage>
  );
}

function Comparison(props: { kind: Kind; before: RevisionContent | null; after: RevisionContent }) {
  const { kind, before, after } = props;
  if (!before) return <VersionValues parts={listValues(kind, after.values)} />;
  const parts = listFields(kind)
    .filter((field) => before.values[field] !== after.values[field])
    .map((field) => ({
      label: getFieldLabel(kind, field),
      before: before.values[field] ?? '',
      after: after.values[field] ?? '',
      isText: true,
    }));
  if (parts.length === 0) return <p>The values are the same.</p>;
  return (
    <ComparedParts parts={parts} labels={{ before: `Version ${before.number}`, after: `Version ${after.number}` }} />
  );
}

/** The values of a version that are filled in. */
function listValues(kind: Kind, values: RevisionContent['values']) {
  return listFields(kind).flatMap((field) =>
    values[field] ? [{ label: getFieldLabel(kind, field), value: values[field] }] : [],
  );
}

function formatAction({ action, restored_number }: Pick<ListedRevision, 'action' | 'restored_number'>): string {
  return restored_number === null ? ACTION_LABELS[action] : `${ACTION_LABELS[action]} version ${restored_number}`;
}

function formatAuthor({ author }: Pick<ListedRevision, 'author'>): string {
  return author ? `by ${formatPerson(author)}` : '';
}
