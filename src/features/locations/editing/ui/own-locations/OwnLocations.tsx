import type { ReactNode } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../../platform/http/contract.ts';
import { PAGE_SIZE } from '../../../../../platform/http/paging.ts';
import { formatRelativeDate } from '../../../../../platform/text/dates.ts';
import { Plus } from '../../../../../ui/icons.tsx';
import { EmptyPage } from '../../../../../ui/EmptyPage.tsx';
import '../../../../../ui/card-grid.css';
import { Pagination } from '../../../../../ui/pagination/Pagination.tsx';
import { newDraftQuery, ownLocationsQuery } from '../../client.ts';
import { OwnLocationCard } from './OwnLocationCard.tsx';

/** Cards that are visible when the page opens. */
const PRIORITY_CARDS = 2;

/** A page of the list. It has one location less than other lists, since the card for a new location takes a place. */
export const ownLocationsPageQuery = (api: Api, page: number) => ownLocationsQuery(api, { page, size: PAGE_SIZE - 1 });

/**
 * The locations of an owner, with a card to register a new one.
 * @param props.empty shown if there are none
 * @param props.href returns the URL of a page of the list
 */
export function OwnLocations(props: {
  api: Api;
  page: number;
  title: string;
  empty: ReactNode;
  href: (page: number) => string;
}) {
  const { api, page, title, empty, href } = props;
  const { data } = useSuspenseQuery(ownLocationsPageQuery(api, page));
  return (
    <section className="band band--tight" aria-labelledby="own-locations">
      <div className="band__head">
        <h2 className="display display--3" id="own-locations">
          {title}
        </h2>
      </div>
      {data.total === 0 && empty}
      {data.total > 0 && data.data.length === 0 && <EmptyPage href={href(1)} />}
      <div className="card-grid">
        <NewLocation api={api} />
        {data.data.map((location, index) => (
          <OwnLocationCard key={location.id} location={location} priority={index < PRIORITY_CARDS} />
        ))}
      </div>
      <Pagination current={page} total={data.total} size={data.per_page} to={{ href }} />
    </section>
  );
}

/** Links to the wizard, which continues an unsaved draft if there is one. */
function NewLocation({ api }: { api: Api }) {
  const { draft } = useSuspenseQuery(newDraftQuery(api)).data;
  const title = draft?.fields.title?.trim();
  return (
    <a className="new-card" href="/register-location">
      <Plus />
      Create new location
      {draft && (
        <span className="small muted" suppressHydrationWarning>
          Continue with {title ? `‘${title}’` : 'your draft'}, saved {formatRelativeDate(draft.updated_at)}
        </span>
      )}
    </a>
  );
}
