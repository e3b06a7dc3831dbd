import type { ReactNode } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { PAGE_SIZE } from '../../../../platform/http/paging.ts';
import { formatRecentDay } from '../../../../ui/dates.ts';
import { Plus } from '../../../../ui/icons.tsx';
import { EmptyPage } from '../../../../ui/EmptyPage.tsx';
import { Pagination } from '../../../../ui/Pagination.tsx';
import { newDraftQuery, ownLocationsQuery } from '../../submission/client.ts';
import { OwnLocationCard } from './OwnLocationCard.tsx';

/** Cards whose pictures come before anything else: those that a page opens with. */
const PRIORITY_CARDS = 2;

/** A page of the list: beside the card that makes a new location there is room for one less. */
export const ownLocationsPageQuery = (api: Api, page: number) => ownLocationsQuery(api, { page, size: PAGE_SIZE - 1 });

/**
 * The locations that somebody holds, by their states, beside the way to a new one.
 * @param props.empty what stands above where there are none yet
 * @param props.href the address of a page of the list
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

/** Begins a new location, or goes on with the one that was begun and not saved yet. */
function NewLocation({ api }: { api: Api }) {
  const { draft } = useSuspenseQuery(newDraftQuery(api)).data;
  const title = draft?.fields.title?.trim();
  return (
    <a className="new-card" href="/register-location">
      <Plus />
      Create new location
      {draft && (
        <span className="small muted" suppressHydrationWarning>
          Goes on with {title ? `‘${title}’` : 'what you have typed'}, kept {formatRecentDay(draft.updated_at)}
        </span>
      )}
    </a>
  );
}
