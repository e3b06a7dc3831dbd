import { formatNumber } from '../../../../platform/text/numbers.ts';
import { formatMoney, getRegionLabel, getRegionName } from '../../../geography/region-rules.ts';
import type { Impact } from '../../schema.ts';
import '../numbers.css';

const CAPTION = 'Shares by the days at the locations used';

/** How days and spend of a production are divided among the councils of the locations that it used. */
export function CouncilShares({ councils }: Pick<Impact, 'councils'>) {
  if (councils.length === 0)
    return (
      <p className="muted impact-note">
        No location is marked as used, so days and spend are attributed to no {getRegionName('localAuthority')}.
      </p>
    );
  return (
    // A scrollable region must be focusable for keyboard users.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="impact-scroll" role="region" aria-label={CAPTION} tabIndex={0}>
      <table className="impact-table">
        <caption>{CAPTION}</caption>
        <thead>
          <tr>
            <th scope="col">{getRegionLabel('localAuthority')}</th>
            <th scope="col" className="num">
              Days
            </th>
            <th scope="col" className="num">
              Spend
            </th>
          </tr>
        </thead>
        <tbody>
          {councils.map(({ council, days, spend }) => (
            <tr key={council}>
              <th scope="row">{council ?? 'Not attributed'}</th>
              <td className="num">{days === null ? '–' : formatNumber(days)}</td>
              <td className="num">{spend === null ? '–' : formatMoney(spend)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
