import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { boardForReader, confirmReader, invitationToBoard, sendInvitation } from './contract.ts';

const getKey = (id: string) => ['board-reader', id];

/** The board of a share in this browser, and a page of its locations; null without access. */
export const readerBoardQuery = (api: Api, id: string, page: { page: number; size?: number; tag?: string }) =>
  routeQuery(api, [...getKey(id), 'board', page], boardForReader, { ...page, id });

/** The subject of the link in an email. */
export const invitationQuery = (api: Api, id: string, token: string) =>
  routeQuery(api, [...getKey(id), 'invitation', token], invitationToBoard, { id, token });

export const confirmReaderMutation = (api: Api) =>
  routeMutation(api, confirmReader, (client, _output, { id }) => {
    void client.invalidateQueries({ queryKey: getKey(id) });
  });

export const sendInvitationMutation = (api: Api) => routeMutation(api, sendInvitation, () => undefined);
