import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { ArrowLeft, Plus } from '../../../../ui/icons.tsx';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { boardQuery } from '../../client.ts';
import { getBoardPath } from '../../schema.ts';
import { guestLinksQuery } from '../../guests/client.ts';
import { AnswerList, type AnswersSearch } from './AnswerList.tsx';
import { ADD_LINK_ID, GuestLinks, type LinkRequest } from './GuestLinks.tsx';
import '../board.css';
import './guests.css';

const GuestLinkDialog = lazyDialog(() => import('./GuestLinkDialog.tsx'));

/** The page of a board with its guest links, and what guests say about its locations. */
export function GuestAnswers(props: { api: Api; id: string; search: AnswersSearch }) {
  const { api, id, search } = props;
  const { data: board } = useSuspenseQuery(boardQuery(api, id));
  const { data: links } = useSuspenseQuery(guestLinksQuery(api, id));
  const [request, setRequest] = useState<LinkRequest>({ type: 'add' });
  const [isOpen, setOpen] = useState(false);
  const open = (next: LinkRequest) => {
    setRequest(next);
    setOpen(true);
  };
  return (
    <>
      <div className="board-head">
        <a className="crumb no-print" href={getBoardPath(board)}>
          <ArrowLeft small />
          Back to ‘{board.title}’
        </a>
        <h1 className="display display--4">Guests’ answers</h1>
      </div>
      <section className="guests" aria-labelledby="guest-links">
        <div className="guests__head">
          <h2 className="display display--2" id="guest-links">
            Guest links
          </h2>
          {board.rights.guests && (
            <button
              type="button"
              id={ADD_LINK_ID}
              className="button button--primary"
              onClick={() => open({ type: 'add' })}
            >
              <Plus />
              Add guest link
            </button>
          )}
        </div>
        <GuestLinks links={links} canChange={board.rights.guests} onRequest={open} />
      </section>
      {links.length > 0 && <AnswerList {...{ api, board, links, search }} />}
      <LazyMount isWanted={isOpen}>
        <GuestLinkDialog {...{ api, request }} boardId={id} open={isOpen} onClose={() => setOpen(false)} />
      </LazyMount>
    </>
  );
}
