import { ComparedParts, VersionValues } from '../../../../ui/history/VersionComparison.tsx';
import { formatPerson } from '../../../entry-subjects/schema.ts';
import { type FieldChange, listFactChanges, listFieldChanges, listValues, toComparableImages } from '../comparison.ts';
import type { RevisionContent } from '../schema.ts';
import { CONTENT_STATUS_LABELS } from '../../working-copy/schema.ts';
import { ComparedPositions } from './ComparedPositions.tsx';
import { ImageComparison, RevisionImages } from './ImageComparison.tsx';

/** The differences between two versions: fields, position, images, owner and status; or all values of the first one. */
export function RevisionComparison(props: {
  before: RevisionContent | null;
  after: RevisionContent;
  styleUrl: string | null;
}) {
  const { before, after, styleUrl } = props;
  if (!before)
    return (
      <>
        <VersionValues
          parts={[
            ...listValues(after.fields),
            ...(after.production_facts ?? []).map(({ label, text }) => ({ label, value: text })),
          ]}
        />
        <RevisionImages images={after.images} />
      </>
    );
  const labels = { before: `Version ${before.number}`, after: `Version ${after.number}` };
  const changes = [
    ...listFieldChanges(before.fields, after.fields),
    ...listFactChanges(before, after),
    ...listStateChanges(before, after),
  ];
  const hasImages = hasImageChanges(before, after);
  if (changes.length === 0 && !hasImages)
    return <p>Fields, production facts, images, owner and status are the same.</p>;
  const parts = changes.map(({ positions, ...part }) => ({
    ...part,
    ...(positions && { extra: <ComparedPositions {...positions} labels={labels} styleUrl={styleUrl} /> }),
  }));
  return (
    <>
      <ComparedParts parts={parts} labels={labels} />
      {hasImages && <ImageComparison before={before.images} after={after.images} labels={labels} />}
    </>
  );
}

function hasImageChanges(before: RevisionContent, after: RevisionContent): boolean {
  const getPrimary = ({ images }: RevisionContent) => images.find(({ primary }) => primary)?.id;
  return (
    toComparableImages(before.images) !== toComparableImages(after.images) || getPrimary(before) !== getPrimary(after)
  );
}

function listStateChanges(before: RevisionContent, after: RevisionContent): FieldChange[] {
  const toOwner = ({ owner }: RevisionContent) => (owner ? formatPerson(owner) : '');
  const toStatus = ({ status }: RevisionContent) => CONTENT_STATUS_LABELS[status];
  return [
    { label: 'Owner', before: toOwner(before), after: toOwner(after), isText: false },
    { label: 'Status', before: toStatus(before), after: toStatus(after), isText: false },
  ].filter((change) => change.before !== change.after);
}
