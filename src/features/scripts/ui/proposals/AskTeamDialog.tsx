import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { profileQuery } from '../../../accounts/client.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import { siteQuery } from '../../../content/client.ts';
import { sendEnquiry } from '../../../enquiries/contract.ts';
import { EnquiryForm } from '../../../enquiries/ui/EnquiryForm.tsx';
import { verificationChallenge } from '../../../proof-of-work/contract.ts';
import { searchLocations } from '../../../search/contract.ts';

/** Asks the Locations Team for a place that the catalogue does not have. @param props.text what is asked, which the user reads and may change */
export default function AskTeamDialog(props: {
  api: Api;
  name: string;
  text: string;
  open: boolean;
  onClose: () => void;
}) {
  const { api, name, text, open, onClose } = props;
  const { data: site } = useQuery(siteQuery(api));
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
    <Dialog open={open} onClose={onClose} title={`Ask for ${name}`}>
      <div className="dialog__body">
        {site && (
          <EnquiryForm
            key={text}
            comment={text}
            sender={sender}
            send={(input) => api(sendEnquiry, input)}
            fetchChallenge={(action) => api(verificationChallenge, { action })}
            uploadFile={async (file) => (await import('../../../enquiries/files/client.ts')).uploadFile(api, file)}
            findLocations={async (query) => (await api(searchLocations, { query })).data}
            mailbox={site.mailbox}
            telephone={site.telephone}
          >
            <p className="muted small">
              The Locations Team looks for places that are not in the catalogue. Only what you send here reaches us:
              change it as you like.
            </p>
          </EnquiryForm>
        )}
      </div>
    </Dialog>
  );
}
