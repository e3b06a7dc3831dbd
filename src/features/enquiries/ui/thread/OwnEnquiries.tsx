import { useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatDate } from '../../../../platform/text/dates.ts';
import { EmptyPage } from '../../../../ui/EmptyPage.tsx';
import { Pagination } from '../../../../ui/pagination/Pagination.tsx';
import { ownEnquiriesQuery } from '../../thread/client.ts';
import type { OwnEnquiry } from '../../thread/schema.ts';
import './own-enquiries.css';

/**
 * A page of the enquiries that the user has sent, with links to their conversations.
 * @param props.href returns the path of a page of the list
 * @param props.empty shown if there are none
 */
export function OwnEnquiries(props: { api: Api; page: number; href: (page: number) => string; empty: string }) {
  const { api, page, href, empty } = props;
  const { data } = useSuspenseQuery(ownEnquiriesQuery(api, page));
  if (data.total === 0) return <p>{empty}</p>;
  if (data.data.length === 0) return <EmptyPage href={href(1)} />;
  return (
    <>
      <ul className="own-enquiries">
        {data.data.map((enquiry) => (
          <EnquiryItem key={enquiry.id} enquiry={enquiry} />
        ))}
      </ul>
      <Pagination current={page} total={data.total} size={data.per_page} label="Pages" to={{ href }} />
    </>
  );
}

function EnquiryItem({ enquiry }: { enquiry: OwnEnquiry }) {
  const { id, reference, created_at, last_message_at, is_answered } = enquiry;
  return (
    <li>
      <h2>
        <a className="link" href={`/edit-profile/enquiries/${id}`}>
          {formatSubject(enquiry)}
        </a>
      </h2>
      <p className="muted small">
        {reference} · Sent on {formatDate(created_at)}
      </p>
      <p>{is_answered ? `We answered on ${formatDate(last_message_at)}.` : 'Waiting for our answer.'}</p>
    </li>
  );
}

/** The subject of an enquiry: the titles of its first locations, and how many others there are. */
function formatSubject({ locations, location_count }: OwnEnquiry): string {
  if (locations.length === 0) return 'General enquiry';
  const others = location_count - locations.length;
  return others > 0 ? `${locations.join(', ')} and ${others} more` : locations.join(', ');
}
