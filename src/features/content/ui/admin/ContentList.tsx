import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { Plus } from '../../../../ui/icons.tsx';
import { ExportButton } from '../../../../ui/table/ExportButton.tsx';
import { TablePage } from '../../../../ui/table/TablePage.tsx';
import type { TableControl } from '../../../../ui/table/table-state.ts';
import { can } from '../../../accounts/permissions.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import { contentListQuery } from '../../editing/client.ts';
import { exportPages } from '../../editing/contract.ts';
import { CONTENT_COLUMNS, CONTENT_LIST, selectPages } from './content-list.tsx';
import { NewPageDialog } from './NewPageDialog.tsx';
import { PublishingState } from './PublishingState.tsx';
import './editor.css';

/** The list of pages, with links to the menu, the footer and the options. */
export function ContentList({ api, table }: { api: Api; table: TableControl }) {
  const { data } = useSuspenseQuery(contentListQuery(api));
  const user = useUser(api);
  const [creating, setCreating] = useState(false);
  return (
    <>
      <TablePage
        title="Content"
        noun={['page', 'pages']}
        table={table}
        columns={CONTENT_COLUMNS}
        filters={CONTENT_LIST.filters}
        search={{ label: 'Search pages', placeholder: 'Search titles and addresses' }}
        found={{ data: selectPages(data.pages, table.state), error: null, isPlaceholderData: false }}
        all={data.pages.length}
        rowKey={({ name }) => name}
        rowHref={({ name }) => `/admin/content/${name}`}
        rowName={({ title }) => title}
        actions={
          <>
            <button type="button" className="button button--compact" onClick={() => setCreating(true)}>
              <Plus small />
              New page
            </button>
            <ExportButton what="pages" fetchFile={() => api(exportPages, {})} />
          </>
        }
        intro={
          <ul className="content-sections">
            <ContentLink href="/admin/content/menu" title="Menu" draftAt={data.menuDraftAt}>
              The groups of links in the slide-out menu
            </ContentLink>
            <ContentLink href="/admin/content/footer" title="Footer" draftAt={data.footerDraftAt}>
              The columns at the foot of every page
            </ContentLink>
            {can(user, 'option.edit') && (
              <ContentLink href="/admin/content/options" title="Options">
                The values of the lists of a location
              </ContentLink>
            )}
          </ul>
        }
        whenEmpty={
          <p>There are no pages yet. Add one with New page; the initial pages are added when the site starts.</p>
        }
      />
      <NewPageDialog api={api} open={creating} onClose={() => setCreating(false)} />
    </>
  );
}

function ContentLink(props: { href: string; title: string; draftAt?: string | null; children: string }) {
  const { href, title, draftAt, children } = props;
  return (
    <li>
      <a href={href}>
        <strong>{title}</strong>
        <span className="muted">{children}</span>
        {draftAt !== undefined && <PublishingState published draftAt={draftAt} />}
      </a>
    </li>
  );
}
