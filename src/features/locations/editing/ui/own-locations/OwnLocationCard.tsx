import { formatDate, formatRelativeDate } from '../../../../../platform/text/dates.ts';
import { formatCount } from '../../../../../platform/text/numbers.ts';
import { ArrowUpRight, CircleAlert, Pencil } from '../../../../../ui/icons.tsx';
import { Picture } from '../../../../media/ui/Picture.tsx';
import { type OwnLocationCard as Location, STEPS } from '../../schema.ts';
import { getLocationPath } from '../../../catalogue/schema.ts';
import { getDisplayTitle } from '../../../catalogue/display-title.ts';
import '../../../catalogue/published/ui/card/card.css';
import './own-locations.css';

const SIZES = '(min-width: 1100px) 33vw, (min-width: 760px) 50vw, 100vw';
const STATES = { DRAFT: 'In progress', AWAITING_APPROVAL: 'Awaiting approval', PUBLISHED: 'Published' } as const;

/** A location in the list of its owner. The whole card is a link, which depends on the state. */
export function OwnLocationCard({ location, priority }: { location: Location; priority: boolean }) {
  const { id, nearesttown, location_status: state, publishedurl } = location;
  const title = getDisplayTitle(location.title);
  const isPublished = state === 'PUBLISHED' && publishedurl !== null;
  const edit = `/locations/${id}`;
  const online = publishedurl === null ? undefined : getLocationPath({ locationurl: publishedurl });
  const href = { DRAFT: edit, AWAITING_APPROVAL: `${edit}/preview`, PUBLISHED: online ?? edit }[state];
  return (
    <article className="card own-location">
      <div className="frame">
        <CardPicture location={location} priority={priority} />
      </div>
      <span className={`tag own-location__state own-location__state--${state.toLowerCase()}`}>{STATES[state]}</span>
      <h3 className="card__title">
        <a href={href} className="card__link">
          {title}
        </a>
      </h3>
      {nearesttown && (
        <dl className="facts facts--line">
          <div>
            <dt>Nearest town</dt>
            <dd>{nearesttown}</dd>
          </div>
        </dl>
      )}
      <p className="own-location__line small muted">
        {/* ‘Today’ on the server may be ‘yesterday’ at hydration. */}
        <span suppressHydrationWarning>{getStatusText(location)}</span>
      </p>
      {location.asked > 0 && state !== 'AWAITING_APPROVAL' && (
        <p className="own-location__links">
          <a className="more" href={edit} aria-label={`${formatAsked(location.asked)}: ${title}`}>
            <CircleAlert small />
            <span>{formatAsked(location.asked)}</span>
          </a>
        </p>
      )}
      {(isPublished || (state === 'DRAFT' && online)) && (
        <p className="own-location__links">
          {isPublished ? (
            <a className="more" href={edit} aria-label={`Edit ${title}`}>
              <Pencil small />
              <span>Edit</span>
            </a>
          ) : (
            <a className="more" href={online} aria-label={`View the published page of ${title}`}>
              <ArrowUpRight small />
              <span>View the published page</span>
            </a>
          )}
        </p>
      )}
      <p className="own-location__links">
        <a className="more" href={`/locations/${id}/availability`} aria-label={`Unavailable dates of ${title}`}>
          <Pencil small />
          <span>Unavailable dates</span>
        </a>
      </p>
    </article>
  );
}

function formatAsked(asked: number): string {
  return `The Locations Team asks you for ${formatCount(asked, 'thing')}`;
}

function CardPicture({ location: { primaryimage }, priority }: { location: Location; priority: boolean }) {
  if (primaryimage?.state === 'READY')
    return <Picture picture={{ ...primaryimage, alt: '' }} sizes={SIZES} priority={priority} />;
  return <span className="card__blank">{primaryimage ? 'Image in the works' : 'No images yet'}</span>;
}

function getStatusText({ location_status, status, complete, submitted_at, lastmodificationdate }: Location): string {
  if (location_status === 'AWAITING_APPROVAL') {
    const since = submitted_at === null ? '' : `Sent on ${formatDate(submitted_at)}. `;
    return `${since}The Locations Team will check it and email you.`;
  }
  const changed = `changed ${formatRelativeDate(lastmodificationdate)}`;
  if (location_status === 'PUBLISHED') return `Everyone can see it, ${changed}`;
  const steps = `${complete} of ${STEPS.length} steps complete, ${changed}`;
  return status === 'CHANGED'
    ? `You have not sent your changes yet. The published page has not changed. ${steps}`
    : steps;
}
