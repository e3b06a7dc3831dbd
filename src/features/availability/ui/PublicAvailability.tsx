import { useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { formatDay } from '../../../platform/text/dates.ts';
import { availabilityQuery } from '../client.ts';
import { MonthList } from './MonthList.tsx';
import '../../../ui/sections.css';
import './availability.css';

/**
 * The days on which a published location is not available. It loads in the browser: rendered pages are cached until the catalogue changes,
 * and blocked days must count at once.
 */
export default function PublicAvailability({ api, id }: { api: Api; id: string }) {
  const { data, error } = useQuery(availabilityQuery(api, id));
  if (!data)
    return (
      <p role="status" className="muted">
        {error ? getErrorMessage(error) : 'Loading…'}
      </p>
    );
  const until = formatDay(data.last_day);
  return (
    <div className="public-availability">
      {data.ranges.length > 0 && <MonthList ranges={data.ranges} period={data} />}
      <p role="status">
        {data.ranges.length === 0
          ? `No unavailable dates are known until ${until}.`
          : `No others are known until ${until}.`}{' '}
        Enquire before you plan: the owner decides.
      </p>
    </div>
  );
}
