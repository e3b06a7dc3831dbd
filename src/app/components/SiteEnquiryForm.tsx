import { type ComponentProps, useMemo } from 'react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { profileQuery } from '../../features/accounts/client.ts';
import { useUser } from '../../features/accounts/ui/session.ts';
import { siteQuery } from '../../features/content/client.ts';
import { sendEnquiry } from '../../features/enquiries/contract.ts';
import { EnquiryForm } from '../../features/enquiries/ui/EnquiryForm.tsx';
import { verificationChallenge } from '../../features/proof-of-work/contract.ts';
import { searchLocations } from '../../features/search/contract.ts';

type Props = Pick<
  ComponentProps<typeof EnquiryForm>,
  'locationUrl' | 'locationId' | 'locationTitle' | 'board' | 'comment' | 'continueHref' | 'children'
>;

/** The enquiry form with the calls of this site, for the user who is logged in. */
export default function SiteEnquiryForm(props: Props) {
  const { api } = useRouteContext({ from: '__root__' });
  const { data: site } = useSuspenseQuery(siteQuery(api));
  const user = useUser(api);
  const { data: profile } = useQuery({ ...profileQuery(api), enabled: user !== null });
  const sender = useMemo(
    () =>
      profile && {
        name: `${profile.first_name} ${profile.last_name}`,
        email: profile.email,
        phone: profile.contact?.telephone1 ?? '',
      },
    [profile],
  );
  return (
    <EnquiryForm
      {...props}
      sender={sender}
      send={(input) => api(sendEnquiry, input)}
      fetchChallenge={(action) => api(verificationChallenge, { action })}
      uploadFile={async (file) => (await import('../../features/enquiries/files/client.ts')).uploadFile(api, file)}
      findLocations={async (query) => (await api(searchLocations, { query })).data}
      findConflicts={async (input) =>
        api((await import('../../features/availability/contract.ts')).findConflicts, input)
      }
      mailbox={site.mailbox}
      telephone={site.telephone}
    />
  );
}
