import { createFileRoute } from '@tanstack/react-router';
import { importsQuery } from '../../features/import-export/browser/client.ts';
import { ImportStartPage } from '../../features/import-export/ui/ImportStartPage.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/import/')({
  loader: ({ context: { api, queryClient } }) => loadRequired(queryClient.fetchQuery(importsQuery(api))),
  head: createPrivateHead('Import locations'),
  component: ImportStart,
});

function ImportStart() {
  const { api } = Route.useRouteContext();
  return <ImportStartPage api={api} />;
}
