import { useLocation } from '@tanstack/react-router';
import type { Api } from '../../../../platform/http/contract.ts';
import { useKeyboardHelp } from '../../../../ui/table/KeyboardHelp.tsx';
import { AccountLinks } from '../../../accounts/ui/AccountLinks.tsx';
import { useUser } from '../../../accounts/ui/session.ts';
import { getAdminSection, listAdminSections } from '../../admin-sections.ts';
import { Logo } from '../SiteLayout.tsx';
import './admin-bar.css';

/** The bar of the back office: its parts, and the ways out of it. @param props.unread how many notifications nobody has read */
export function AdminBar({ api, unread }: { api: Api; unread: number | undefined }) {
  const current = useLocation({ select: ({ pathname }) => getAdminSection(pathname) });
  const user = useUser(api);
  const help = useKeyboardHelp();
  return (
    <>
      <header className="admin-bar on-dark">
        <Logo />
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

/** A larger number says no more, and needs more room. */
const MAX_SHOWN = 999;

/** On a phone the bar may have been pushed sideways, or has to be. */
function scrollIntoView(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
