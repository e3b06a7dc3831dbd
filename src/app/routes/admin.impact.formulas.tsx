import { createFileRoute } from '@tanstack/react-router';
import { formulasQuery } from '../../features/impact/client.ts';
import { FormulasPage } from '../../features/impact/ui/admin/FormulasPage.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/impact/formulas')({
  loader: async ({ context: { api, queryClient } }) => {
    await loadRequired(queryClient.ensureQueryData(formulasQuery(api)));
  },
  head: createPrivateHead('Formulas'),
  component: Formulas,
});

function Formulas() {
  const { api } = Route.useRouteContext();
  return <FormulasPage api={api} />;
}
