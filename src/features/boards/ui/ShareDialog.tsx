import { type ReactNode, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { boardSharesQuery } from '../client.ts';
import type { BoardView } from '../schema.ts';
import { ShareList } from './ShareList.tsx';
import { PublicLink } from './PublicLink.tsx';
import { type Address, NO_ADDRESS, ShareByEmail } from './ShareByEmail.tsx';
import './share.css';

type Tab = 'email' | 'people' | 'link';

/** Dialog with tabs to share a board by email, to list its shares, and for its public link. */
export default function ShareDialog(props: { api: Api; board: BoardView; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Share board">
      <ShareTabs {...props} />
    </Dialog>
  );
}

function ShareTabs({ api, board, onClose }: { api: Api; board: BoardView; onClose: () => void }) {
  const [tab, setTab] = useState<Tab>('email');
  const [addresses, setAddresses] = useState<readonly Address[]>([NO_ADDRESS]);
  const shares = useQuery(boardSharesQuery(api, board.id));
  const people = (
    <>
      Currently shared with <i>{shares.data?.length ?? board.shared.share_count}</i>
    </>
  );
  const byEmail: Partial<Record<Tab, ReactNode>> = { email: 'Share via email', people };
  const tabs = (board.rights.link ? { ...byEmail, link: 'Public Link' } : byEmail) as Record<Tab, ReactNode>;
  return (
    <Tabs label="Ways to share" tabs={tabs} chosen={tab} onChoose={setTab}>
      {tab === 'email' && (
        <ShareByEmail api={api} boardId={board.id} addresses={addresses} onAddresses={setAddresses} onClose={onClose} />
      )}
      {tab === 'people' && <ShareList api={api} boardId={board.id} shares={shares} />}
      {tab === 'link' && <PublicLink api={api} board={board} />}
    </Tabs>
  );
}
