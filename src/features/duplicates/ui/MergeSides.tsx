import { Image } from '../../../ui/icons.tsx';
import { formatDate } from '../../../platform/text/dates.ts';
import { formatCount } from '../../../platform/text/numbers.ts';
import { getDisplayTitle } from '../../locations/catalogue/display-title.ts';
import { ContentStatus, LocationStatus } from '../../locations/working-copy/ui/StatusLabel.tsx';
import { getRecordPath } from '../../locations/admin-record/ui/RecordActions.tsx';
import { Picture } from '../../media/ui/Picture.tsx';
import type { Records, Side } from './merge-rows.ts';
import './duplicates.css';

const SIDES = ['a', 'b'] as const;

/** The two locations of a pair, with the choice of the one that stays. */
export function MergeSides({ records, kept, onKeep }: { records: Records; kept: Side; onKeep: (side: Side) => void }) {
  return (
    <fieldset className="merge__sides">
      <legend>Which one stays?</legend>
      {SIDES.map((side) => (
        <SideCard key={side} record={records[side]} isKept={side === kept} onKeep={() => onKeep(side)} />
      ))}
    </fieldset>
  );
}

function SideCard({ record, isKept, onKeep }: { record: Records[Side]; isKept: boolean; onKeep: () => void }) {
  const { id, title, primaryimage, status, location_status, owner } = record;
  return (
    <div className={isKept ? 'merge__side merge__side--kept' : 'merge__side'}>
      <span className="frame merge__picture">
        {primaryimage?.state === 'READY' ? <Picture picture={{ ...primaryimage, alt: '' }} sizes="160px" /> : <Image />}
      </span>
      <div className="merge__facts">
        <label className="checkbox-row">
          <input type="radio" name="kept" checked={isKept} onChange={onKeep} />
          <span className="merge__title">{getDisplayTitle(title)}</span>
        </label>
        <p className="merge__status">
          <ContentStatus status={status} />
          <LocationStatus location_status={location_status} />
        </p>
        <p className="small muted">
          {[
            owner ? `Account holder ${owner.first_name} ${owner.last_name}` : 'No account holder',
            formatCount(record.images, 'image'),
            formatCount(record.contacts, 'contact'),
            formatCount(record.documents, 'document'),
            `created ${formatDate(record.creationdate)}`,
          ].join(', ')}
        </p>
        <a className="link" href={getRecordPath(id)}>
          Open the record<span className="visually-hidden">{` of ${getDisplayTitle(title)}`}</span>
        </a>
      </div>
    </div>
  );
}
