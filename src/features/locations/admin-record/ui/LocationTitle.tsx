import type { Api } from '../../../../platform/http/contract.ts';
import { RecordTitle as Title } from '../../../../ui/record/RecordHeader.tsx';
import { Image } from '../../../../ui/icons.tsx';
import { Picture } from '../../../media/ui/Picture.tsx';
import type { LocationRecord } from '../schema.ts';
import { getLocationPath } from '../../catalogue/schema.ts';
import { getDisplayTitle } from '../../catalogue/display-title.ts';
import { AccountHolderName } from '../../working-copy/ui/AccountHolderName.tsx';
import { ContentStatus, LocationStatus } from '../../working-copy/ui/StatusLabel.tsx';

/** The title of a location with its picture, statuses and account holder. */
export function LocationTitle({ api, record }: { api: Api; record: LocationRecord }) {
  const { title, primaryimage, owner, publishedurl, locationidentifier, sample } = record;
  const picture = (
    <div className="frame record-picture">
      {primaryimage?.state === 'READY' ? <Picture picture={{ ...primaryimage, alt: '' }} sizes="56px" /> : <Image />}
    </div>
  );
  return (
    <Title title={getDisplayTitle(title)} picture={picture}>
      <ContentStatus status={record.status} />
      <LocationStatus location_status={record.location_status} />
      <span className="num">{`Legacy id ${locationidentifier ?? 'None'}`}</span>
      {sample && <span>Sample</span>}
      <span>Account holder {owner ? <AccountHolderName api={api} owner={owner} /> : 'None'}</span>
      {publishedurl !== null && (
        <a className="link" href={getLocationPath({ locationurl: publishedurl })}>
          View public page
        </a>
      )}
    </Title>
  );
}
