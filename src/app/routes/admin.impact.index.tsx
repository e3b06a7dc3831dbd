import { createFileRoute } from '@tanstack/react-router';
import { yearlyImpactQuery } from '../../features/impact/client.ts';
import { YearlyImpactPage } from '../../features/impact/ui/admin/YearlyImpactPage.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/impact/')({
  validateSearch: ({ year }: Record<string, unknown>): { year?: number } =>
    /^(?:19|2\d)\d{2}$/.test(String(year)) ? { year: Number(year) } : {},
  loaderDeps: ({ search: { year } }) => ({ year }),
  loader: async ({ context: { api, queryClient }, deps: { year } }) => {
    await loadRequired(queryClient.ensureQueryData(yearlyImpactQuery(api, year)));
  },
  head: createPrivateHead('Impact'),
  component: Impact,
});

function Impact() {
  const { api } = Route.useRouteContext();
  return <YearlyImpactPage api={api} year={Route.useSearch().year} />;
}
