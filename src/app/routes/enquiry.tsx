import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { threadQuery } from '../../features/enquiries/thread/client.ts';
import { LINK_UNUSABLE } from '../../features/enquiries/links/messages.ts';
import { ThreadPage } from '../../features/enquiries/ui/thread/ThreadPage.tsx';
import { type Api, isApiError } from '../../platform/http/contract.ts';
import { SECRET_LINK_META } from '../seo.ts';

export const Route = createFileRoute('/enquiry')({
  validateSearch: ({ token }): { token?: string } => (typeof token === 'string' ? { token } : {}),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) => load(api, queryClient, deps.token),
  head: ({ loaderData }) => ({ meta: [{ title: `${loaderData?.title ?? 'Enquiry'} - Enquiry` }, ...SECRET_LINK_META] }),
  component: Enquiry,
});

async function load(api: Api, queryClient: QueryClient, token: string | undefined) {
  if (token === undefined) throw notFound();
  try {
    const { reference } = await queryClient.ensureQueryData(threadQuery(api, token));
    return { title: reference, works: true };
  } catch (error) {
    if (isApiError(error) && error.errorType === 'NOT_FOUND') return { title: LINK_UNUSABLE, works: false };
    throw error;
  }
}

function Enquiry() {
  const { api } = Route.useRouteContext();
  const { token = '' } = Route.useSearch();
  const { works } = Route.useLoaderData();
  if (!works) {
    return (
      <main id="content" tabIndex={-1} className="wrap thread-page">
        <h1 className="display display--3">This link is no longer valid</h1>
        <p>
          It has expired, or it was copied without its last characters.{' '}
          <a className="link" href="/contact-us">
            Write to us
          </a>{' '}
          to continue.
        </p>
      </main>
    );
  }
  return <ThreadPage key={token} api={api} token={token} />;
}
