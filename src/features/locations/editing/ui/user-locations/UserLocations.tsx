import { useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../../platform/http/contract.ts';
import { formatDate } from '../../../../../platform/text/dates.ts';
import { Image } from '../../../../../ui/icons.tsx';
import { DataTable } from '../../../../../ui/table/DataTable.tsx';
import { ExportButton } from '../../../../../ui/table/ExportButton.tsx';
import { TableFooter } from '../../../../../ui/table/TableFooter.tsx';
import type { Column } from '../../../../../ui/table/columns.tsx';
import { Picture } from '../../../../media/ui/Picture.tsx';
import { locationsOfUserQuery } from '../../client.ts';
import { exportLocationsOfUser } from '../../contract.ts';
import type { OwnLocationCard } from '../../schema.ts';
import { getDisplayTitle } from '../../../catalogue/display-title.ts';
import { ContentStatus, LocationStatus } from '../../../working-copy/ui/StatusLabel.tsx';
import './user-locations.css';

const COLUMNS: readonly Column<OwnLocationCard>[] = [
  {
    name: 'image',
    label: 'Image',
    hasHiddenHeading: true,
    cell: ({ primaryimage }) => <Thumbnail picture={primaryimage} />,
  },
  {
    name: 'title',
    label: 'Title',
    grow: true,
    isAlwaysShown: true,
    cell: ({ title, nearesttown }) => (
      <>
        {getDisplayTitle(title)}
        <small>{nearesttown}</small>
      </>
    ),
  },
  { name: 'status', label: 'Status', cell: ({ status }) => <ContentStatus status={status} /> },
  {
    name: 'location_status',
    label: 'Location Status',
    cell: ({ location_status }) => <LocationStatus location_status={location_status} />,
  },
  {
    name: 'lastmodificationdate',
    label: 'Last modified',
    cell: ({ lastmodificationdate }) => formatDate(lastmodificationdate),
  },
];

function Thumbnail({ picture }: { picture: OwnLocationCard['primaryimage'] }) {
  return picture?.state === 'READY' ? (
    <div className="thumb frame">
      <Picture picture={{ ...picture, alt: '' }} sizes="34px" priority={false} />
    </div>
  ) : (
    <div className="thumb thumb--none">
      <Image small />
    </div>
  );
}

/** The locations of a user in the back office. @param props.href returns the URL of a page of the list */
export function UserLocations(props: { api: Api; userId: string; page: number; href: (page: number) => string }) {
  const { api, userId, page, href } = props;
  const { data } = useSuspenseQuery(locationsOfUserQuery(api, { id: userId, page }));
  return (
    <section aria-labelledby="user-locations" className="user-locations">
      <div className="record__head">
        <h2 id="user-locations">Locations</h2>
        <ExportButton what="locations" fetchFile={() => api(exportLocationsOfUser, { id: userId })} />
      </div>
      <DataTable
        name="user-locations"
        caption="Locations of this user"
        columns={COLUMNS}
        rows={data.data}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/admin/locations/${id}`}
        rowName={({ title }) => getDisplayTitle(title)}
        empty={<p>There are no locations yet.</p>}
      />
      <TableFooter
        page={page}
        total={data.total}
        size={data.per_page}
        noun={['location', 'locations']}
        hrefFor={(change) => href(change.page ?? 1)}
      />
    </section>
  );
}
