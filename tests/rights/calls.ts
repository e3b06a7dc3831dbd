import { randomUUID } from 'node:crypto';
import { type Route, fillPath, toQuery } from '../../src/platform/http/contract.ts';
import { addDocument } from '../../src/features/locations/documents/contract.ts';
import { sendPiece } from '../../src/features/locations/images/contract.ts';
import { addContentPicture } from '../../src/features/content/editing/contract.ts';
import { FILLED } from '../support/owners.ts';
import { PASSWORD, enter } from '../support/people.ts';
import type { Site } from '../support/site.ts';
import { wordDocument } from '../support/word.ts';
import type { TeamThings } from './content.ts';
import type { OwnLocationThings } from './own-location.ts';
import { ASKING, type Asking, type People } from './people.ts';
import type { Things } from './things.ts';

/**
 * The status of every call for everybody. Boards belong to the first scout, locations to the first owner: for the second ones they
 * are another's; those marked as private to the Locations Team, but the share, which is then one of another board. Locations are
 * drafts that were never published, unless they are marked as waiting for approval, as online with changes, or as changed since they were looked at. A call without a row fails the test, and so
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

POST   /admin/locations/search                 401     403       401    403    403    403    403    200
POST   /admin/locations/export                 401     403       401    403    403    403    403    200

GET    /user/locations                         401     403       401    403    403    200    200    403
GET    /user/location-draft                    401     403       401    403    403    200    200    403
PUT    /user/location-draft                    401     403       401    403    403    200    200    403
POST   /locations                              401     403       401    403    403    200    200    403
GET    /locations/whereabouts                  401     403       401    403    403    200    200    200
GET    /locations/{id}                         401     403       401    403    403    200    404    200
PUT    /locations/{id}                         401     403       401    403    403    200    404    200
PUT    /locations/{id}/draft                   401     403       401    403    403    200    404    403
GET    /locations/{id}/preview                 401     403       401    403    403    200    404    200
POST   /locations/{id}/contacts                401     403       401    403    403    200    404    200
GET    /locations/{id}/contacts/{contactId}    401     403       401    403    403    200    404    200
PUT    /locations/{id}/contacts/{contactId}    401     403       401    403    403    200    404    200
DELETE /locations/{id}/contacts/{contactId}    401     403       401    403    403    200    404    200
POST   /locations/{id}/publish                 401     403       401    403    403    403    403    200
POST   /locations/{id}/unpublish               401     403       401    403    403    403    403    409
PUT    /locations/{id}/status                  401     403       401    403    403    403    403    409
DELETE /locations/{id}                         401     403       401    403    403    403    403    200

GET    /locations/{id}#waiting                 401     403       401    403    403    200    404    200
PUT    /locations/{id}#waiting                 401     403       401    403    403    409    404    200
PUT    /locations/{id}/draft#waiting           401     403       401    403    403    409    404    403
GET    /locations/{id}/preview#waiting         401     403       401    403    403    200    404    200
POST   /locations/{id}/contacts#waiting        401     403       401    403    403    409    404    200
PUT    /locations/{id}/contacts/{contactId}#waiting 401 403      401    403    403    409    404    200
DELETE /locations/{id}/contacts/{contactId}#waiting 401 403      401    403    403    409    404    200
POST   /locations/{id}/publish#waiting         401     403       401    403    403    403    403    200
POST   /locations/{id}/unpublish#waiting       401     403       401    403    403    403    403    409
POST   /locations/{id}/images#waiting          401     403       401    403    403    409    404    200
PUT    /locations/{id}/images/{imageId}#waiting 401    403       401    403    403    409    404    200
DELETE /locations/{id}/images/{imageId}#waiting 401    403       401    403    403    409    404    200
DELETE /locations/{id}/images#waiting          401     403       401    403    403    409    404    200
PUT    /locations/{id}/uploads/{uploadId}#waiting 401  403       401    403    403    200    404    403
DELETE /locations/{id}/uploads/{uploadId}#waiting 401  403       401    403    403    409    404    204
PUT    /locations/{id}/status#waiting          401     403       401    403    403    403    403    200
DELETE /locations/{id}#waiting                 401     403       401    403    403    403    403    200
PUT    /locations/{id}#online                  401     403       401    403    403    200    404    200
POST   /locations/{id}/publish#online          401     403       401    403    403    403    403    200
POST   /locations/{id}/unpublish#online        401     403       401    403    403    403    403    200
DELETE /locations/{id}#online                  401     403       401    403    403    403    403    200
POST   /locations/{id}/publish#changed         401     403       401    403    403    403    403    409
DELETE /locations/{id}#changed                 401     403       401    403    403    403    403    409
GET    /admin/locations/{id}                   401     403       401    403    403    403    403    200
GET    /locations/{id}/images                  401     403       401    403    403    200    404    200
POST   /locations/{id}/images                  401     403       401    403    403    200    404    200
PUT    /locations/{id}/images/{imageId}        401     403       401    403    403    200    404    200
DELETE /locations/{id}/images/{imageId}        401     403       401    403    403    200    404    200
DELETE /locations/{id}/images                  401     403       401    403    403    200    404    200
GET    /locations/{id}/uploads/{uploadId}      401     403       401    403    403    200    404    200
PUT    /locations/{id}/uploads/{uploadId}      401     403       401    403    403    200    404    403
DELETE /locations/{id}/uploads/{uploadId}      401     403       401    403    403    204    404    204
GET    /locations/{id}/owners                  401     403       401    403    403    403    403    200
GET    /locations/{id}/owner-candidates        401     403       401    403    403    403    403    200
PUT    /locations/{id}/owner                   401     403       401    403    403    403    403    200
PUT    /locations/{id}/owner#waiting           401     403       401    403    403    403    403    200
GET    /locations/{id}/documents               401     403       401    403    403    403    403    200
POST   /locations/{id}/documents               401     403       401    403    403    403    403    200
GET    /locations/{id}/documents/{documentId}  401     403       401    403    403    403    403    200
DELETE /locations/{id}/documents/{documentId}  401     403       401    403    403    403    403    200
POST   /locations/{id}/documents#waiting       401     403       401    403    403    403    403    200
DELETE /locations/{id}/documents/{documentId}#waiting 401 403    401    403    403    403    403    200

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
GET    /users                                  401     403       401    403    403    403    403    200
GET    /users/export                           401     403       401    403    403    403    403    200
POST   /users                                  401     403       401    403    403    403    403    200
GET    /users/{id}                             401     403       401    403    403    403    403    200
PUT    /users/{id}                             401     403       401    403    403    403    403    200
GET    /users/{id}/belongings                  401     403       401    403    403    403    403    200
GET    /users/{id}/locations                   401     403       401    403    403    403    403    200
GET    /users/{id}/locations/export            401     403       401    403    403    403    403    200
DELETE /users/{id}                             401     403       401    403    403    403    403    200

GET    /notifications                          401     403       401    403    403    403    403    200
GET    /notifications/export                   401     403       401    403    403    403    403    200
GET    /notifications/unread                   401     403       401    403    403    403    403    200
POST   /notifications/{id}/toggle-read         401     403       401    403    403    403    403    200
GET    /audit-logs                             401     403       401    403    403    403    403    200
GET    /audit-logs/export                      401     403       401    403    403    403    403    200

GET    /content                                401     403       401    403    403    403    403    200
GET    /content/export                         401     403       401    403    403    403    403    200
POST   /content/pages                          401     403       401    403    403    403    403    200
GET    /content/pages/{name}                   401     403       401    403    403    403    403    200
PUT    /content/pages/{name}                   401     403       401    403    403    403    403    200
POST   /content/pages/{name}/publish           401     403       401    403    403    403    403    200
DELETE /content/pages/{name}/draft             401     403       401    403    403    403    403    204
DELETE /content/pages/{name}                   401     403       401    403    403    403    403    204
GET    /content/pages/{name}/preview           401     403       401    403    403    403    403    200
GET    /content/menu                           401     403       401    403    403    403    403    200
PUT    /content/menu                           401     403       401    403    403    403    403    200
POST   /content/menu/publish                   401     403       401    403    403    403    403    409
DELETE /content/menu/draft                     401     403       401    403    403    403    403    204
GET    /content/footer                         401     403       401    403    403    403    403    200
PUT    /content/footer                         401     403       401    403    403    403    403    200
POST   /content/footer/publish                 401     403       401    403    403    403    403    409
DELETE /content/footer/draft                   401     403       401    403    403    403    403    204
GET    /content/pictures                       401     403       401    403    403    403    403    200
POST   /content/pictures                       401     403       401    403    403    403    403    200
GET    /content/pictures/{id}                  401     403       401    403    403    403    403    404
GET    /maintenance                            401     403       401    403    403    403    403    200
PUT    /maintenance                            401     403       401    403    403    403    403    200
GET    /options                                401     403       401    403    403    403    403    200
GET    /options/export                         401     403       401    403    403    403    403    200
POST   /options                                401     403       401    403    403    403    403    200
PUT    /options                                401     403       401    403    403    403    403    409
GET    /options/{id}/use                       401     403       401    403    403    403    403    200
PUT    /options/{id}                           401     403       401    403    403    403    403    200
DELETE /options/{id}                           401     403       401    403    403    403    403    200
GET    /operations/mails                       401     403       401    403    403    403    403    200
GET    /operations/mails/export                401     403       401    403    403    403    403    200
POST   /operations/mails/retry                 401     403       401    403    403    403    403    200
POST   /operations/mails/{id}/retry            401     403       401    403    403    403    403    204
DELETE /operations/mails/{id}                  401     403       401    403    403    403    403    204
GET    /operations/jobs                        401     403       401    403    403    403    403    200
GET    /operations/jobs/export                 401     403       401    403    403    403    403    200
POST   /operations/jobs/{queue}/{id}/retry     401     403       401    403    403    403    403    404

GET    /user/board-locations                   401     403       401    200    200    403    403    200
GET    /user/boards                            401     403       401    200    200    403    403    200
GET    /user/archived-boards                   401     403       401    200    200    403    403    200
GET    /user/private-boards                    401     403       401    403    403    403    403    200
GET    /user/shared-boards                     401     403       401    200    200    403    403    200
GET    /users/{id}/boards                      401     403       401    403    403    403    403    200
GET    /users/{id}/boards/{boardId}            401     403       401    403    403    403    403    200
GET    /users/{id}/boards/export               401     403       401    403    403    403    403    200
POST   /boards                                 401     403       401    200    200    403    403    200
POST   /boards/private                         401     403       401    403    403    403    403    200
GET    /boards/{id}                            401     403       401    200    404    404    404    200
GET    /boards/{id}/export                     401     403       401    200    404    403    403    200
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

GET    /boards/{id}#private                    401     403       401    404    404    404    404    200
GET    /boards/{id}/export#private             401     403       401    404    404    403    403    200
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
  'POST /content/pages': () => ({ name: `spring-${randomUUID()}`, title: 'Filming in spring' }),
  'GET /content/pages/{name}': ({ team }) => ({ name: team.page }),
  'PUT /content/pages/{name}': ({ team }) => ({ ...pageOf(team), content: EMPTY_PAGE }),
  'POST /content/pages/{name}/publish': ({ team }) => pageOf(team),
  'DELETE /content/pages/{name}/draft': ({ team }) => pageOf(team),
  'DELETE /content/pages/{name}': ({ team }) => pageOf(team),
  'GET /content/pages/{name}/preview': ({ team }) => ({ name: team.page }),
  'GET /content/pictures/{id}': () => ({ id: randomUUID() }),
  'PUT /content/menu': ({ team }) => ({ version: team.menuVersion, content: { groups: [] } }),
  'POST /content/menu/publish': ({ team }) => ({ version: team.menuVersion + 1 }),
  'DELETE /content/menu/draft': ({ team }) => ({ version: team.menuVersion }),
  'PUT /content/footer': ({ team }) => ({
    version: team.footerVersion,
    content: { strapline: '', columns: [], legal: [] },
  }),
  'POST /content/footer/publish': ({ team }) => ({ version: team.footerVersion + 1 }),
  'DELETE /content/footer/draft': ({ team }) => ({ version: team.footerVersion }),
  'PUT /maintenance': () => ({ on: false }),
  'POST /options': () => ({ field: 'setting', name: `Croft ${randomUUID()}` }),
  'PUT /options': () => ({ field: 'setting', ids: [] }),
  'GET /options/{id}/use': ({ team }) => ({ id: team.option }),
  'PUT /options/{id}': ({ team }) => ({ id: team.option, was: team.optionName, name: `${team.optionName} again` }),
  'DELETE /options/{id}': ({ team }) => ({ id: team.option }),
  'POST /operations/mails/{id}/retry': ({ team }) => ({ id: team.mail }),
  'DELETE /operations/mails/{id}': ({ team }) => ({ id: team.mail }),
  'POST /operations/jobs/{queue}/{id}/retry': () => ({ queue: 'renditions', id: randomUUID() }),
  'GET /locations/markers': () => ({ view: '-8,54,0,61', zoom: 6 }),
  'GET /locations/suggestions': () => ({ query: 'cas' }),
  'GET /locations/by-url/{locationurl}': ({ locationUrl }) => ({ locationurl: locationUrl }),
  'GET /locations/{id}/similar': ({ location }) => ({ id: location }),
  'PUT /user/location-draft': ({ own }, asking) => ({
    draftVersion: asking === 'ownerA' ? own.newDraftVersion : 0,
    fields: { title: 'Old mill' },
  }),
  'POST /locations': ({ own }, asking) => ({
    ...FILLED.information,
    id: randomUUID(),
    draftVersion: asking === 'ownerA' ? own.newDraftVersion : 0,
  }),
  'GET /locations/whereabouts': () => ({ postcode: 'FK8 1AA' }),
  'GET /locations/{id}': ({ own }) => ({ id: own.location }),
  'PUT /locations/{id}': ({ own: { location, version, draftVersion } }) => ({
    ...{ id: location, version, draftVersion },
    ...FILLED.description,
  }),
  'PUT /locations/{id}/draft': ({ own: { location, version, draftVersion } }) => ({
    ...{ id: location, version, draftVersion },
    fields: { title: 'Old mill' },
  }),
  'GET /locations/{id}/preview': ({ own }) => ({ id: own.location }),
  'GET /locations/{id}/images': ({ own }) => ({ id: own.location }),
  'POST /locations/{id}/images': ({ own }) => ({ id: own.location, name: 'lade.jpg', bytes: 1000 }),
  'PUT /locations/{id}/images/{imageId}': ({ own }) => ({ ...imageOf(own), version: 1, alt: 'A weir below a mill' }),
  'DELETE /locations/{id}/images/{imageId}': ({ own }) => imageOf(own),
  'DELETE /locations/{id}/images': ({ own }) => ({ id: own.location, ids: [own.image] }),
  'GET /locations/{id}/uploads/{uploadId}': ({ own }) => uploadOf(own),
  'PUT /locations/{id}/uploads/{uploadId}': ({ own }) => ({ ...uploadOf(own), offset: 0 }),
  'DELETE /locations/{id}/uploads/{uploadId}': ({ own }) => uploadOf(own),
  'POST /locations/{id}/contacts': ({ own }) => ({ id: own.location, ...CONTACT }),
  'GET /locations/{id}/contacts/{contactId}': ({ own }) => contactOf(own),
  'PUT /locations/{id}/contacts/{contactId}': ({ own }) => ({ ...contactOf(own), version: 1, ...CONTACT }),
  'DELETE /locations/{id}/contacts/{contactId}': ({ own }) => contactOf(own),
  'GET /locations/{id}/owners': ({ own }) => ({ id: own.location }),
  'GET /locations/{id}/owner-candidates': ({ own }) => ({ id: own.location, query: 'isla' }),
  'PUT /locations/{id}/owner': ({ own }, _asking, { ownerA, ownerB }) => ({
    ...{ id: own.location, userId: ownerB.id, from: ownerA.id },
  }),
  'GET /locations/{id}/documents': ({ own }) => ({ id: own.location }),
  'POST /locations/{id}/documents': ({ own }) => ({ id: own.location, name: 'Risk assessment' }),
  'GET /locations/{id}/documents/{documentId}': ({ own }) => documentOf(own),
  'DELETE /locations/{id}/documents/{documentId}': ({ own }) => documentOf(own),
  'POST /locations/{id}/publish': ({ own }) => ({ id: own.location, version: own.version }),
  'POST /locations/{id}/unpublish': ({ own }) => ({ id: own.location }),
  'PUT /locations/{id}/status': ({ own }) => ({ id: own.location, status: 'DRAFT' }),
  'DELETE /locations/{id}': ({ own }) => ({ id: own.location, version: own.version }),
  'GET /admin/locations/{id}': ({ own }) => ({ id: own.location }),
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
  'POST /users': () => ({ firstName: 'Mairi', lastName: 'Bell', email: `${randomUUID()}@agency.example` }),
  'GET /users/{id}': (_things, _asking, { scoutA }) => ({ id: scoutA.id }),
  'PUT /users/{id}': ({ user, userEmail }) => ({
    ...{ id: user, version: 1, firstName: 'Isla', lastName: 'Robertson', email: userEmail },
    ...{ telephone1: '0131 496 0177', title: 'Location manager' },
  }),
  'GET /users/{id}/belongings': (_things, _asking, { scoutA }) => ({ id: scoutA.id }),
  'GET /users/{id}/locations': (_things, _asking, { ownerA }) => ({ id: ownerA.id }),
  'GET /users/{id}/locations/export': (_things, _asking, { ownerA }) => ({ id: ownerA.id }),
  'DELETE /users/{id}': ({ user }) => ({ id: user }),
  'POST /notifications/{id}/toggle-read': ({ notification }) => ({ id: notification }),
  'GET /users/{id}/boards': (_things, _asking, { scoutA }) => ({ id: scoutA.id }),
  'GET /users/{id}/boards/{boardId}': ({ board }, _asking, { scoutA }) => ({ id: scoutA.id, boardId: board }),
  'GET /users/{id}/boards/export': (_things, _asking, { scoutA }) => ({ id: scoutA.id }),
  'POST /boards': () => ({ title: 'Night exteriors' }),
  'POST /boards/private': () => ({ title: 'For the commissioner' }),
  'GET /boards/{id}': ({ board }) => ({ id: board }),
  'GET /boards/{id}/export': ({ board }) => ({ id: board }),
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

const EMPTY_PAGE = {
  ...{ title: 'Filming in winter', description: null, banner: null, content: null, externalUrl: null },
  ...{ externalContentWidth: '100%', externalContentHeight: '450px', contact: null, enquire: null },
  ...{ footerEnquire: null, cards: [], panelCards: [], carousel: null },
};

function pageOf({ page, pageVersion }: TeamThings) {
  return { name: page, version: pageVersion };
}

function onBoard({ board, location }: Things) {
  return { id: board, locationId: location };
}

function imageOf({ location, image }: OwnLocationThings) {
  return { id: location, imageId: image };
}

function uploadOf({ location, upload }: OwnLocationThings) {
  return { id: location, uploadId: upload };
}

/** Every call of the API, also those which take files and have handlers of their own. */
export function routesOf({ app }: Site): Route[] {
  return [...app.bindings.map(({ route }) => route), sendPiece, addDocument, addContentPicture];
}

function documentOf({ location, document }: OwnLocationThings) {
  return { id: location, documentId: document };
}

const CONTACT = { firstname: 'Iain', lastname: 'Ross', telephone: '0131 496 0155' };

function contactOf({ location, contact }: Things['own']) {
  return { id: location, contactId: contact };
}

/** A call as it stands in the table. */
export function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

/** Makes a call as one of the people, each time in a new session: some calls end the one that they are made in. */
export async function call(
  site: Site,
  people: People,
  { method, path: pattern, body }: Route,
  asking: Asking,
  input: object = {},
): Promise<{ status: number; text: string }> {
  const { path, rest } = fillPath(pattern, { ...input });
  const inQuery = method === 'GET' || method === 'DELETE' || body === 'bytes';
  const query = inQuery ? toQuery(rest).toString() : '';
  const token = await tokenOf(site, people, asking);
  const response = await fetch(`${site.url}/api${path}${query && `?${query}`}`, {
    method,
    headers: {
      ...(!inQuery && body !== 'multipart' && { 'content-type': 'application/json' }),
      ...(body === 'bytes' && { 'content-type': 'application/octet-stream' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(!inQuery && { body: JSON.stringify(rest) }),
    ...(body === 'bytes' && { body: new Uint8Array(100) }),
    ...(body === 'multipart' && { body: formWith(rest) }),
  });
  return { status: response.status, text: `${JSON.stringify([...response.headers])}${await response.text()}` };
}

function formWith(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('file', new Blob([Uint8Array.from(wordDocument())]), 'plan.docx');
  return form;
}

async function tokenOf(site: Site, people: People, asking: Asking): Promise<string | undefined> {
  if (asking === 'nobody') return undefined;
  return asking === 'deleted' ? people.deleted.token : (await enter(site, people[asking])).token;
}
