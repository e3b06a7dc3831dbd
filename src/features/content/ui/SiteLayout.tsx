import { type ReactNode, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { ArrowUpRight, Menu as MenuIcon } from '../../../ui/icons.tsx';
import type { Api } from '../../../platform/http/contract.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { SiteLink } from '../../../ui/SiteLink.tsx';
import { Toasts } from '../../../ui/toasts.tsx';
import { footerQuery, menuQuery, siteQuery } from '../client.ts';
import type { FooterContent, MenuContent, SiteContent } from '../schema.ts';
import { ConnectionNotices } from './ConnectionNotices.tsx';
import { isLinkVisible } from '../../accounts/page-access.ts';
import { AccountLinks } from '../../accounts/ui/AccountLinks.tsx';
import { ConfirmIdentity } from '../../accounts/ui/ConfirmIdentity.tsx';
import { LogInProvider } from '../../accounts/ui/LogIn.tsx';
import { useUser } from '../../accounts/ui/session.ts';
import './site-layout.css';
import { OpensInNewTab } from '../../../ui/OpensInNewTab.tsx';

/** `over-picture`: a dark header over the page's picture. `admin`: no header and no footer, as the back office has its own bar. */
export type LayoutVariant = 'over-picture' | 'admin';

/** Layout around every page: top bar, header, menu, footer, toasts and log-in modal. Shows a spinner until menu and footer are loaded. */
export function SiteLayout(props: { api: Api; kind: LayoutVariant | undefined; children: ReactNode }) {
  const site = useQuery(siteQuery(props.api)).data;
  const menu = useQuery(menuQuery(props.api)).data;
  const footer = useQuery(footerQuery(props.api)).data;
  const user = useUser(props.api);
  if (!site || !menu || !footer) return <LoadingScreen />;
  const filterLinks = (links: LinkList) => links.filter(({ href }) => isLinkVisible(href, user));
  return (
    <Toasts>
      <ConnectionNotices />
      <LogInProvider api={props.api} siteName={site.name} singleSignOn={site.singleSignOn}>
        <div className={props.kind ? `site-layout site-layout--${props.kind}` : 'site-layout'}>
          <a className="skip" href="#content">
            Skip to the content
          </a>
          {props.kind !== 'admin' && (
            <Header api={props.api} site={site} groups={withLinks(menu.groups, filterLinks)} />
          )}
          {props.children}
          {props.kind !== 'admin' && (
            <Footer site={site} footer={{ ...footer, columns: withLinks(footer.columns, filterLinks) }} />
          )}
        </div>
        <ConfirmIdentity api={props.api} />
      </LogInProvider>
    </Toasts>
  );
}

type LinkList = MenuContent['groups'][number]['links'];

/** Filters the links of each list, and removes lists without links. */
function withLinks<Titled extends { links: LinkList }>(
  lists: readonly Titled[],
  filterLinks: (links: LinkList) => LinkList,
) {
  return lists.map((list) => ({ ...list, links: filterLinks(list.links) })).filter(({ links }) => links.length > 0);
}

/** The spinner before the first page. Its second line appears by a CSS animation, as the scripts may not have loaded yet. */
function LoadingScreen() {
  return (
    <main id="content" className="loading-screen" tabIndex={-1}>
      <div role="status">
        <p>Loading...</p>
        <p className="loading-screen__slow-notice">This is taking longer than usual. Please wait.</p>
      </div>
    </main>
  );
}

/** The name of the site, or in the back office of the product, framed as in a viewfinder, with a link to the home page. */
export function Logo({ name }: { name: string }) {
  return (
    <a href="/" className="logo" aria-label={`${name}, home`}>
      {name}
    </a>
  );
}

function Header({ api, site, groups }: { api: Api; site: SiteContent; groups: MenuContent['groups'] }) {
  const [open, setOpen] = useState(false);
  const finding = useLocation({ select: ({ pathname }) => /^\/find-a-location\/?$/.test(pathname) });
  return (
    <header>
      <div className="topbar">
        <Organisation {...site.agency} />
        {site.creativeAgency.url !== site.agency.url && <Organisation {...site.creativeAgency} />}
        <div className="topbar__end">
          <AccountLinks api={api} isAdminArea={false} />
        </div>
      </div>
      <div className="masthead">
        <Logo name={site.name} />
        <nav className="masthead__end" aria-label="Main">
          <a href="/find-a-location" className="only-wide" aria-current={finding ? 'page' : undefined}>
            Find a location
          </a>
          <button
            type="button"
            className="menu-toggle"
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(true)}
          >
            Menu
            <MenuIcon />
          </button>
        </nav>
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} title="Menu" shape="side">
        <MenuGroups groups={groups} onFollow={() => setOpen(false)} />
      </Dialog>
    </header>
  );
}

function Organisation({ name, url }: SiteContent['agency']) {
  return (
    <a href={url} target="_blank" rel="noopener">
      {name}
      <ArrowUpRight small />
      <OpensInNewTab />
    </a>
  );
}

function MenuGroups({ groups, onFollow }: { groups: MenuContent['groups']; onFollow: () => void }) {
  return (
    // A click on any link closes the menu. Keyboard users activate the links themselves.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <nav className="menu" aria-label="Menu" onClick={(event) => (event.target as Element).closest('a') && onFollow()}>
      {groups.map((group) => (
        <section key={group.title}>
          <h3 className="label">{group.title}</h3>
          <Links links={group.links} />
        </section>
      ))}
    </nav>
  );
}

function Footer({ site, footer }: { site: SiteContent; footer: FooterContent }) {
  return (
    <footer className="footer">
      <div className="wrap">
        <div className="footer__grid">
          <div>
            <Logo name={site.name} />
            <p className="footer__strapline">{footer.strapline}</p>
          </div>
          {footer.columns.map((column) => (
            <nav key={column.title} aria-label={column.title}>
              <span className="label">{column.title}</span>
              <Links links={column.links} />
            </nav>
          ))}
        </div>
        <div className="footer__end">
          <span>
            © {site.year} {site.agency.name}
          </span>
          <Links links={footer.legal} />
        </div>
      </div>
    </footer>
  );
}

function Links({ links }: { links: LinkList }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link.href + link.label}>
          <SiteLink href={link.href}>{link.label}</SiteLink>
        </li>
      ))}
    </ul>
  );
}
