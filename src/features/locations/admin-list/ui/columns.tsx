import { icon } from '../../../../ui/icons.tsx';
import type { Column } from '../../../../ui/table/columns.tsx';
import { formatDateTime } from '../../../../platform/text/dates.ts';
import { Picture } from '../../../media/ui/Picture.tsx';
import { type ListedLocation, getListLabel } from '../schema.ts';
import { getDisplayTitle } from '../../catalogue/display-title.ts';
import { ContentStatus, LocationStatus } from '../../working-copy/ui/StatusLabel.tsx';
import './location-list.css';

/** The columns of the list of all locations. */
export const COLUMNS: readonly Column<ListedLocation>[] = [
  { name: 'image', label: 'Image', hasHiddenHeading: true, cell: (location) => <Thumbnail location={location} /> },
  {
    name: 'locationidentifier',
    label: getListLabel('locationidentifier'),
    sort: 'asc',
    cell: ({ locationidentifier }) => locationidentifier ?? <span className="muted">None</span>,
  },
  {
    name: 'title',
    label: 'Title',
    sort: 'asc',
    grow: true,
    isAlwaysShown: true,
    cell: ({ title, nearesttown, localauthority }) => (
      <>
        {getDisplayTitle(title)}
        <small>{[nearesttown, localauthority].filter(Boolean).join(', ')}</small>
      </>
    ),
  },
  { name: 'status', label: 'Status', sort: 'asc', cell: (location) => <StatusCells location={location} /> },
  {
    name: 'lastmodificationdate',
    label: 'Last Modification Date',
    sort: 'desc',
    cell: ({ lastmodificationdate }) => formatDateTime(lastmodificationdate),
  },
  {
    name: 'exporttowebsite',
    label: getListLabel('exporttowebsite'),
    sort: 'desc',
    cell: ({ exporttowebsite }) => (exporttowebsite === null ? 'Null' : formatFlag(exporttowebsite)),
  },
  { name: 'hasimages', label: 'Has Images', sort: 'desc', cell: ({ hasimages }) => formatFlag(hasimages) },
];

const NoImage = icon('M3 4h18v16H3zM3 3l18 18M3 16l5-5 4 4');

function Thumbnail({ location: { primaryimage } }: { location: ListedLocation }) {
  if (!primaryimage) {
    return (
      <div className="thumb thumb--none">
        <NoImage small />
      </div>
    );
  }
  return (
    <div className="thumb">
      <Picture picture={{ ...primaryimage, alt: '' }} sizes="34px" />
    </div>
  );
}

/** The content status, and the workflow status if the location awaits approval. */
function StatusCells({ location: { status, location_status } }: { location: ListedLocation }) {
  return (
    <span className="listed-states">
      <ContentStatus status={status} />
      {location_status === 'AWAITING_APPROVAL' && <LocationStatus location_status={location_status} />}
    </span>
  );
}

function formatFlag(flag: boolean): string {
  return flag ? 'Yes' : 'No';
}
