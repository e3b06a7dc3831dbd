import { useLocation } from '@tanstack/react-router';
import type { Api } from '../../../../platform/http/contract.ts';
import { PRODUCT_NAME } from '../../../../platform/settings/product-name.ts';
import { useKeyboardHelp } from '../../../../ui/table/KeyboardHelp.tsx';
import { AccountLinks } from '../../../accounts/ui/AccountLinks.tsx';
import { useUser } from '../../../accounts/ui/session.ts';
import { getAdminSection, listAdminSections } from '../../../accounts/page-access.ts';
import { Logo } from '../SiteLayout.tsx';
import './admin-bar.css';

/**
 * Navigation bar of the back office: sections, keyboard help and account links.
 * @param props.counts by path of a section: the number of its items that nobody has dealt with, and what they are
 */
export function AdminBar(props: {
  api: Api;
  counts: Readonly<Record<string, { readonly total: number | undefined; readonly label: string }>>;
}) {
  const { api, counts } = props;
  const current = useLocation({ select: ({ pathname }) => getAdminSection(pathname) });
  const user = useUser(api);
  const help = useKeyboardHelp();
  return (
    <>
      <header className="admin-bar on-dark">
        <Logo name={PRODUCT_NAME} />
        <nav className="admin-bar__links" aria-label="Back office">
          {listAdminSections(user).map(([href, label]) => (
            <a key={href} href={href} {...(href === current && { 'aria-current': 'page', ref: scrollBarTo })}>
              {label}
              <Count {...counts[href]} />
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

function Count({ total, label }: { total?: number | undefined; label?: string }) {
  if (!total) return null;
  return (
    <>
      {' '}
      <b>
        {total > MAX_SHOWN ? `${MAX_SHOWN}+` : total}
        <span className="visually-hidden"> {label}</span>
      </b>
    </>
  );
}

/** Larger numbers are shown as 999+. */
const MAX_SHOWN = 999;

/** Scrolls the bar, and not the page, until it shows a link: on narrow screens it scrolls horizontally. */
function scrollBarTo(link: HTMLElement | null): void {
  const bar = link?.parentElement;
  if (bar) bar.scrollLeft = link.offsetLeft + link.offsetWidth - bar.clientWidth;
}
