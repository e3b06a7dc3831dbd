import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatRelativeDateTime } from '../../../../platform/text/dates.ts';
import { Plus } from '../../../../ui/icons.tsx';
import { DataTable } from '../../../../ui/table/DataTable.tsx';
import { ExportButton } from '../../../../ui/table/ExportButton.tsx';
import type { Column } from '../../../../ui/table/columns.tsx';
import { can } from '../../../accounts/permissions.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import { contentListQuery } from '../../editing/client.ts';
import { exportPages } from '../../editing/contract.ts';
import { type ListedPage, getChangedAt, formatPageKind } from '../../editing/schema.ts';
import { NewPageDialog } from './NewPageDialog.tsx';
import { PublishingState } from './PublishingState.tsx';
import './editor.css';

const COLUMNS: readonly Column<ListedPage>[] = [
  {
    name: 'title',
    label: 'Page',
    grow: true,
    isAlwaysShown: true,
    cell: ({ title, name }) => (
      <>
        {title}
        <small>{name}</small>
      </>
    ),
  },
  { name: 'kind', label: 'Kind', cell: formatPageKind },
  {
    name: 'state',
    label: 'State',
    cell: ({ publishedAt, draftAt }) => <PublishingState published={publishedAt !== null} draftAt={draftAt} />,
  },
  {
    name: 'changed',
    label: 'Last change',
    cell: (page) => {
      const moment = getChangedAt(page);
      return moment && sentenceCase(formatRelativeDateTime(moment));
    },
  },
];

/** The list of pages, with links to the menu, the footer and the options. */
export function ContentList({ api }: { api: Api }) {
  const { data } = useSuspenseQuery(contentListQuery(api));
  const user = useUser(api);
  const [creating, setCreating] = useState(false);
  return (
    <main id="content" tabIndex={-1} className="table-page">
      <div className="table-header">
        <h1 className="display">Content</h1>
        <span className="muted num">{data.pages.length} pages</span>
        <div className="table-header__end">
          <button type="button" className="button button--compact" onClick={() => setCreating(true)}>
            <Plus small />
            New page
          </button>
          <ExportButton what="pages" fetchFile={() => api(exportPages, {})} />
        </div>
      </div>
      <ul className="content-sections">
        <ContentLink href="/admin/content/menu" title="Menu" draftAt={data.menuDraftAt}>
          The groups of links in the slide-out menu
        </ContentLink>
        <ContentLink href="/admin/content/footer" title="Footer" draftAt={data.footerDraftAt}>
          The columns at the foot of every page
        </ContentLink>
        {can(user, 'option.edit') && (
          <ContentLink href="/admin/content/options" title="Options">
            The values of the seven lists of a location
          </ContentLink>
        )}
      </ul>
      <DataTable
        name="content"
        caption="Pages"
        columns={COLUMNS}
        rows={data.pages}
        rowKey={({ name }) => name}
        rowHref={({ name }) => `/admin/content/${name}`}
        rowName={({ title }) => title}
        empty="There are no pages yet. Add one with New page; the initial pages are added when the site starts."
      />
      <NewPageDialog api={api} open={creating} onClose={() => setCreating(false)} />
    </main>
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

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
