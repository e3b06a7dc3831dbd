import { randomUUID } from 'node:crypto';
import { type Route, fillPath, toQuery } from '../../src/platform/http/contract.ts';
import { PASSWORD, enter } from '../support/people.ts';
import type { Site } from '../support/site.ts';
import { ASKING, type Asking, type People } from './people.ts';
import type { Things } from './things.ts';

/**
 * The status of every call for everybody. Objects belong to the first scout: for the second one they are another's; those marked
 * as private to the Locations Team, but the share, which is then one of another board. A call without a row fails the test, and so
 * does a row without a call.
 */
const RIGHTS = `
                                             nobody unverified deleted scoutA scoutB ownerA ownerB admin
GET    /health                                 200     200       200    200    200    200    200    200
GET    /ready                                  200     200       200    200    200    200    200    200
GET    /site                                   200     200       200    200    200    200    200    200
GET    /menu                                   200     200       200    200    200    200    200    200
GET    /footer                                 200     200       200    200    200    200    200    200
GET    /pages/{name}                           200     200       200    200    200    200    200    200
GET    /locations                              200     200       200    200    200    200    200    200
GET    /locations/markers                      200     200       200    200    200    200    200    200
GET    /locations/suggestions                  200     200       200    200    200    200    200    200
GET    /locations/featured                     200     200       200    200    200    200    200    200
GET    /locations/counts                       200     200       200    200    200    200    200    200
GET    /locations/fields                       200     200       200    200    200    200    200    200
GET    /locations/by-url/{locationurl}         200     200       200    200    200    200    200    200
GET    /locations/{id}/similar                 200     200       200    200    200    200    200    200
GET    /verification/challenge                 200     200       200    200    200    200    200    200
POST   /enquire                                200     200       200    200    200    200    200    200

GET    /session                                200     200       200    200    200    200    200    200
POST   /login                                  200     200       200    200    200    200    200    200
POST   /logout                                 401     200       401    200    200    200    200    200
POST   /register                               200     200       200    200    200    200    200    200
POST   /forgot-password                        200     200       200    200    200    200    200    200
POST   /reset-password/validate                200     200       200    200    200    200    200    200
POST   /reset-password                         200     200       200    200    200    200    200    200
POST   /verify-email                           200     200       200    200    200    200    200    200
POST   /resend-verification                    401     200       401    409    409    409    409    409
GET    /profile                                401     200       401    200    200    200    200    200
PUT    /profile                                401     200       401    200    200    200    200    200
DELETE /users/{id}                             401     403       401    403    403    403    403    200

GET    /user/board-locations                   401     403       401    200    200    403    403    200
GET    /user/boards                            401     403       401    200    200    403    403    200
GET    /user/archived-boards                   401     403       401    200    200    403    403    200
GET    /user/private-boards                    401     403       401    403    403    403    403    200
GET    /user/shared-boards                     401     403       401    200    200    403    403    200
GET    /users/{id}/boards                      401     403       401    403    403    403    403    200
POST   /boards                                 401     403       401    200    200    403    403    200
POST   /boards/private                         401     403       401    403    403    403    403    200
GET    /boards/{id}                            401     403       401    200    404    403    403    200
PUT    /boards/{id}                            401     403       401    200    404    403    403    200
DELETE /boards/{id}                            401     403       401    204    404    403    403    204
POST   /boards/{id}/archive                    401     403       401    200    404    403    403    200
POST   /boards/{id}/duplicate                  401     403       401    200    404    403    403    403
GET    /boards/{id}/candidates                 401     403       401    200    404    403    403    200
POST   /boards/{id}/locations                  401     403       401    200    404    403    403    200
GET    /boards/{id}/locations/{locationId}     401     403       401    200    404    404    404    200
PUT    /boards/{id}/locations/{locationId}     401     403       401    200    404    403    403    200
DELETE /boards/{id}/locations/{locationId}     401     403       401    200    404    403    403    200
GET    /boards/{id}/shares                     401     403       401    200    404    403    403    403
POST   /boards/{id}/shares                     401     403       401    200    404    403    403    403
DELETE /boards/{id}/shares/{shareId}           401     403       401    204    404    403    403    403
POST   /boards/{id}/link                       401     403       401    200    404    403    403    403
DELETE /boards/{id}/link                       401     403       401    204    404    403    403    403
GET    /boards/public/{link}                   200     200       200    200    200    200    200    200

GET    /boards/{id}#private                    401     403       401    404    404    403    403    200
PUT    /boards/{id}#private                    401     403       401    404    404    403    403    200
DELETE /boards/{id}#private                    401     403       401    404    404    403    403    204
POST   /boards/{id}/archive#private            401     403       401    404    404    403    403    200
POST   /boards/{id}/duplicate#private          401     403       401    404    404    403    403    200
POST   /boards/{id}/locations#private          401     403       401    404    404    403    403    200
GET    /boards/{id}/locations/{locationId}#private 401 403       401    404    404    404    404    200
POST   /boards/{id}/shares#private             401     403       401    404    404    403    403    200
GET    /boards/{id}/candidates#private         401     403       401    404    404    403    403    200
PUT    /boards/{id}/locations/{locationId}#private 401 403       401    404    404    403    403    200
DELETE /boards/{id}/locations/{locationId}#private 401 403       401    404    404    403    403    200
GET    /boards/{id}/shares#private             401     403       401    404    404    403    403    200
DELETE /boards/{id}/shares/{shareId}#private   401     403       401    404    404    403    403    404
POST   /boards/{id}/link#private               401     403       401    404    404    403    403    409
DELETE /boards/{id}/link#private               401     403       401    404    404    403    403    409
`;

/** By call, as `GET /locations`, and after a `#` what it is about, the status for everybody. */
export const EXPECTED: ReadonlyMap<string, Readonly<Record<Asking, number>>> = new Map(
  RIGHTS.trim()
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [method, path, ...statuses] = line.trim().split(/\s+/);
      if (statuses.length !== ASKING.length) throw new Error(`not a status for everybody: ${line}`);
      const row = Object.fromEntries(ASKING.map((name, i) => [name, Number(statuses[i])]));
      return [`${method} ${path}`, row as Record<Asking, number>] as const;
    }),
);

/** What a call is made with, where that is more than nothing. */
export const INPUTS: Readonly<
  Record<string, (things: Things, asking: Asking, people: People) => Promise<object> | object>
> = {
  'GET /pages/{name}': () => ({ name: 'home' }),
  'GET /locations/markers': () => ({ view: '-8,54,0,61', zoom: 6 }),
  'GET /locations/suggestions': () => ({ query: 'cas' }),
  'GET /locations/by-url/{locationurl}': ({ locationUrl }) => ({ locationurl: locationUrl }),
  'GET /locations/{id}/similar': ({ location }) => ({ id: location }),
  'GET /verification/challenge': () => ({ action: 'Contact' }),
  'POST /enquire': async ({ solve }) => ({
    name: 'Ailsa Grant',
    email: 'ailsa@northlight.example',
    comment: 'May we film here in May?',
    verification: await solve('Contact'),
  }),
  'POST /login': ({ userEmail }) => ({ email: userEmail, password: PASSWORD }),
  'POST /register': async ({ solve }) => ({
    role: 'SCOUT',
    first_name: 'Ailsa',
    last_name: 'Grant',
    email: `${randomUUID()}@northlight.example`,
    telephone1: '0131 496 0142',
    password: 'the tide tables of 1926',
    jobtitle: 'Location manager',
    verification: await solve('Register'),
  }),
  'POST /forgot-password': async ({ userEmail, solve }) => ({
    email: userEmail,
    verification: await solve('ResetPassword'),
  }),
  'POST /reset-password/validate': ({ resetToken }) => ({ token: resetToken }),
  'POST /reset-password': ({ resetToken }) => ({ token: resetToken, password: 'the tide tables of 1926' }),
  'POST /verify-email': ({ verifyToken }) => ({ token: verifyToken }),
  'PUT /profile': (_things, asking, people) => ({
    firstName: 'Isla',
    lastName: 'Robertson',
    email: asking === 'nobody' ? 'isla@northlight.example' : people[asking].email,
    telephone1: '0131 496 0177',
    title: 'Location manager',
  }),
  'DELETE /users/{id}': ({ user }) => ({ id: user }),
  'GET /users/{id}/boards': (_things, _asking, { scoutA }) => ({ id: scoutA.id }),
  'POST /boards': () => ({ title: 'Night exteriors' }),
  'POST /boards/private': () => ({ title: 'For the commissioner' }),
  'GET /boards/{id}': ({ board }) => ({ id: board }),
  'PUT /boards/{id}': ({ board }) => ({ id: board, title: 'Sea stack thriller, second unit' }),
  'DELETE /boards/{id}': ({ board }) => ({ id: board }),
  'POST /boards/{id}/archive': ({ board }) => ({ id: board }),
  'POST /boards/{id}/duplicate': ({ board }) => ({ id: board, title: 'A copy' }),
  'GET /boards/{id}/candidates': ({ board }) => ({ id: board, query: 'castle' }),
  'POST /boards/{id}/locations': ({ board, otherLocation }) => ({ id: board, locationId: otherLocation }),
  'GET /boards/{id}/locations/{locationId}': onBoard,
  'PUT /boards/{id}/locations/{locationId}': (things) => ({ ...onBoard(things), note: 'At dawn' }),
  'DELETE /boards/{id}/locations/{locationId}': onBoard,
  'GET /boards/{id}/shares': ({ board }) => ({ id: board }),
  'POST /boards/{id}/shares': ({ board }) => ({ id: board, emails: [`${randomUUID()}@director.example`] }),
  'DELETE /boards/{id}/shares/{shareId}': ({ board, share }) => ({ id: board, shareId: share }),
  'POST /boards/{id}/link': ({ board }) => ({ id: board }),
  'DELETE /boards/{id}/link': ({ board }) => ({ id: board }),
  'GET /boards/public/{link}': ({ link }) => ({ link }),
};

function onBoard({ board, location }: Things) {
  return { id: board, locationId: location };
}

/** A call as it stands in the table. */
export function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

/** Makes a call as one of the people, each time in a new session: some calls end the one that they are made in. */
export async function call(
  site: Site,
  people: People,
  { method, path: pattern }: Route,
  asking: Asking,
  input: object = {},
): Promise<{ status: number; text: string }> {
  const { path, rest } = fillPath(pattern, { ...input });
  const inQuery = method === 'GET' || method === 'DELETE';
  const query = inQuery ? toQuery(rest).toString() : '';
  const token = await tokenOf(site, people, asking);
  const response = await fetch(`${site.url}/api${path}${query && `?${query}`}`, {
    method,
    headers: {
      ...(!inQuery && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(!inQuery && { body: JSON.stringify(rest) }),
  });
  return { status: response.status, text: `${JSON.stringify([...response.headers])}${await response.text()}` };
}

async function tokenOf(site: Site, people: People, asking: Asking): Promise<string | undefined> {
  if (asking === 'nobody') return undefined;
  return asking === 'deleted' ? people.deleted.token : (await enter(site, people[asking])).token;
}
