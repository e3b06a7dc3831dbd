import type { ReactNode } from 'react';
import { RecordBar, RecordNotice, RecordTitle } from '../../../ui/record/RecordHeader.tsx';
import { getDisplayTitle } from '../../locations/catalogue/display-title.ts';
import type { LocationRecord } from '../../locations/admin-record/schema.ts';
import { getRecordPath } from '../../locations/admin-record/ui/RecordActions.tsx';
import { PAIR_NOT_FOUND } from '../messages.ts';

type Remaining = Pick<LocationRecord, 'id' | 'title' | 'merged_into'>;

/**
 * Explains why two locations are no longer likely duplicates.
 * @param props.locations those of the two that exist
 */
export function GonePair({ locations }: { locations: readonly Remaining[] }) {
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar back={{ href: '/admin/duplicates' }} />
      <RecordTitle title="Compare two locations">{PAIR_NOT_FOUND}</RecordTitle>
      {describe(locations).map(({ key, sentence }) => (
        <RecordNotice key={key}>{sentence}</RecordNotice>
      ))}
    </main>
  );
}

function describe(locations: readonly Remaining[]): { key: string; sentence: ReactNode }[] {
  const link = (location: Pick<Remaining, 'id' | 'title'>) => <RecordLink location={location} />;
  const merged = locations.flatMap(({ id, title, merged_into }) =>
    merged_into
      ? [
          {
            key: id,
            sentence: (
              <>
                “{getDisplayTitle(title)}” was merged into {link(merged_into)}.
              </>
            ),
          },
        ]
      : [],
  );
  if (merged.length > 0) return merged;
  const [first, second] = locations;
  if (first && !second)
    return [{ key: first.id, sentence: <>One of the two was deleted. The other one is {link(first)}.</> }];
  return locations.map((location) => ({ key: location.id, sentence: link(location) }));
}

function RecordLink({ location: { id, title } }: { location: Pick<Remaining, 'id' | 'title'> }) {
  return (
    <a className="link" href={getRecordPath(id)}>
      {getDisplayTitle(title)}
    </a>
  );
}
