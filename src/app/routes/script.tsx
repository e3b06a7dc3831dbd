import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { headingWordsQuery } from '../../features/scripts/client.ts';
import { ScriptPage } from '../../features/scripts/ui/ScriptPage.tsx';
import { lazyPart } from '../../ui/LazyMount.tsx';
import { type PageMetadata, createPublicHead } from '../seo.ts';

const SiteEnquiryForm = lazyPart(() => import('../components/SiteEnquiryForm.tsx'));

export const Route = createFileRoute('/script')({
  // The API checks it: a schema would load with every page.
  validateSearch: ({ board }: Record<string, unknown>): { board?: string | undefined } => ({
    board: typeof board === 'string' && board !== '' ? board : undefined,
  }),
  loader: async ({ context: { api, queryClient } }): Promise<PageMetadata> => {
    await queryClient.ensureQueryData(headingWordsQuery(api));
    return {
      title: 'Read a script',
      description: 'Shows the scenes of a screenplay and where they play. It is read in the browser and sent nowhere.',
      canonical: '/script',
    };
  },
  head: createPublicHead,
  component: ReadScript,
});

function ReadScript() {
  const { api } = Route.useRouteContext();
  const { data } = useSuspenseQuery(headingWordsQuery(api));
  return (
    <ScriptPage
      api={api}
      headingWords={data}
      boardId={Route.useSearch().board}
      renderEnquiry={(comment) => <SiteEnquiryForm key={comment} comment={comment} />}
    />
  );
}
