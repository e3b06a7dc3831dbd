import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '../AccountPage.tsx';
import { accountPageHead, loadAccountPage } from '../account-page.ts';
import { NotOpenYet } from '../NotOpenYet.tsx';

const PAGE_NAME = 'location-form';

export const Route = createFileRoute('/register-location')({
  loader: ({ context }) => loadAccountPage(context, PAGE_NAME),
  head: ({ match: { context } }) => accountPageHead(context, PAGE_NAME),
  component: () => (
    <AccountPage name={PAGE_NAME} words={false}>
      <NotOpenYet what="Registering locations here" />
    </AccountPage>
  ),
});
