import { useLocation } from '@tanstack/react-router';
import type { Api } from '../../../../platform/http/contract.ts';
import { PRODUCT_NAME } from '../../../../platform/settings/product-name.ts';
import { useKeyboardHelp } from '../../../../ui/table/KeyboardHelp.tsx';
import { AccountLinks } from '../../../accounts/ui/AccountLinks.tsx';
import { useUser } from '../../../accounts/ui/session.ts';
import { getAdminSection, listAdminSections } from '../../../accounts/page-access.ts';
import { Logo } from '../SiteLayout.tsx';
import './admin-bar.css';

/** Navigation bar of the back office: sections, keyboard help and account links. @param props.unread number of unread notifications */
export function AdminBar({ api, unread }: { api: Api; unread: number | undefined }) {
  const current = useLocation({ select: ({ pathname }) => getAdminSection(pathname) });
  const user = useUser(api);
  const help = useKeyboardHelp();
  return (
    <>
      <header className="admin-bar on-dark">
        <Logo name={PRODUCT_NAME} />
        <nav className="admin-bar__links" aria-label="Back office">
          {listAdminSections(user).map(([href, label]) => (
            <a key={href} href={href} {...(href === current && { 'aria-current': 'page', ref: scrollIntoView })}>
              {label}
              {href === '/admin/notifications' && unread !== undefined && unread > 0 && (
                <>
                  {' '}
                  <b>
                    {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
                    <span className="visually-hidden"> unread</span>
                  </b>
                </>
              )}
            </a>
          ))}
        </nav>
        {help.button}
        <div className="admin-bar__end">
          <AccountLinks api={api} isAdminArea />
        </div>
      </header>
      {help.dialog}
    </>
  );
}

/** Larger numbers of unread notifications are shown as 999+. */
const MAX_SHOWN = 999;

/** Scrolls the link of the current section into view, as the bar scrolls horizontally on narrow screens. */
function scrollIntoView(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
