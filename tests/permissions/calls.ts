import { randomUUID } from 'node:crypto';
import { type Route, fillPath, toSearchParams } from '../../src/platform/http/contract.ts';
import { addDays, toDay } from '../../src/platform/text/days.ts';
import { COMPLETE_FIELDS } from '../support/submissions.ts';
import { PASSWORD, signInAs } from '../support/people.ts';
import { EVENT_STREAM, readText } from '../support/event-streams.ts';
import { createSavedBreakdown } from '../support/saved-scripts.ts';
import type { Site } from '../support/site.ts';
import { wordDocument } from '../support/word-documents.ts';
import { EMPTY_VIEW, type TeamFixtures } from './content.ts';
import type { OwnLocationFixtures } from './own-location.ts';
import type { CallerName, People } from './people.ts';
import type { Fixtures } from './fixtures.ts';

/** Input of each call that needs any. */
export const INPUTS: Readonly<
  Record<string, (fixtures: Fixtures, caller: CallerName, people: People) => Promise<object> | object>
> = {
  'GET /pages/{name}': () => ({ name: 'home' }),
  'POST /content/pages': () => ({ name: `spring-${randomUUID()}`, title: 'Filming in spring' }),
  'GET /content/pages/{name}': ({ team }) => ({ name: team.page }),
  'PUT /content/pages/{name}': ({ team }) => ({ ...getPageParams(team), content: EMPTY_PAGE }),
  'POST /content/pages/{name}/publish': ({ team }) => getPageParams(team),
  'DELETE /content/pages/{name}/draft': ({ team }) => getPageParams(team),
  'DELETE /content/pages/{name}': ({ team }) => getPageParams(team),
  'GET /content/pages/{name}/preview': ({ team }) => ({ name: team.page }),
  'GET /content/pictures/{id}': () => ({ id: randomUUID() }),
  'GET /content/revisions/{name}': ({ team }) => ({ name: team.page }),
  'GET /content/revisions/{name}/{number}': ({ team }) => ({ name: team.page, number: 1 }),
  'POST /content/revisions/{name}/{number}/restore': ({ team }) => ({ ...getPageParams(team), number: 1 }),
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
  'PUT /options/{id}/areas': ({ team }) => ({ id: team.office, was: [], authorities: [] }),
  'DELETE /options/{id}': ({ team }) => ({ id: team.option }),
  'POST /operations/mails/{id}/retry': ({ team }) => ({ id: team.mail }),
  'DELETE /operations/mails/{id}': ({ team }) => ({ id: team.mail }),
  'POST /operations/jobs/{queue}/{id}/retry': () => ({ queue: 'renditions', id: randomUUID() }),
  'GET /locations/markers': () => ({ view: '-8,54,0,61', zoom: 6 }),
  'GET /locations/suggestions': () => ({ query: 'cas' }),
  'GET /locations/places': () => ({ query: 'gla' }),
  'GET /locations/by-url/{locationurl}': ({ locationUrl }) => ({ locationurl: locationUrl }),
  'GET /locations/{id}/similar': ({ location }) => ({ id: location }),
  'GET /locations/{id}/availability': ({ location }) => ({ id: location }),
  'POST /locations/conflicts': ({ location, own }) => ({
    ids: [location, own.location],
    first_day: '2026-01-01',
    last_day: '2026-12-31',
  }),
  'GET /locations/{id}/consent-areas': ({ location }) => ({ id: location }),
  'GET /locations/{id}/filmed-here': ({ location }) => ({ id: location }),
  'PUT /user/location-draft': ({ own }, caller) => ({
    draftVersion: caller === 'ownerA' ? own.newDraftVersion : 0,
    fields: { title: 'Old mill' },
  }),
  'POST /locations': ({ own }, caller) => ({
    ...COMPLETE_FIELDS.information,
    id: randomUUID(),
    draftVersion: caller === 'ownerA' ? own.newDraftVersion : 0,
  }),
  'GET /locations/geocode': () => ({ postcode: 'FK8 1AA' }),
  'GET /locations/{id}': ({ own }) => ({ id: own.location }),
  'PUT /locations/{id}': ({ own: { location, version, draftVersion } }) => ({
    id: location,
    version,
    draftVersion,
    ...COMPLETE_FIELDS.description,
  }),
  'PUT /locations/{id}/draft': ({ own: { location, version, draftVersion } }) => ({
    id: location,
    version,
    draftVersion,
    fields: { title: 'Old mill' },
  }),
  'GET /locations/{id}/production-facts': ({ own }) => ({ id: own.location }),
  'PUT /locations/{id}/production-facts': ({ own }) => ({
    id: own.location,
    version: own.version,
    facts: { drones: true },
  }),
  'GET /locations/{id}/unavailable-dates': ({ own }) => ({ id: own.location }),
  'POST /locations/{id}/unavailable-dates': ({ own }) => ({ id: own.location, ...getDates() }),
  'PUT /locations/{id}/unavailable-dates/{entryId}': ({ own }) => ({
    ...getDatesParams(own),
    version: 1,
    ...getDates(),
  }),
  'DELETE /locations/{id}/unavailable-dates/{entryId}': ({ own }) => ({ ...getDatesParams(own), version: 1 }),
  'GET /locations/{id}/preview': ({ own }) => ({ id: own.location }),
  'GET /locations/{id}/exact-consent-areas': ({ own }) => ({ id: own.location }),
  'GET /locations/{id}/images': ({ own }) => ({ id: own.location }),
  'POST /locations/{id}/images': ({ own }) => ({ id: own.location, name: 'lade.jpg', bytes: 1000 }),
  'PUT /locations/{id}/images/{imageId}': ({ own }) => ({
    ...getImageParams(own),
    version: 1,
    alt: 'A weir below a mill',
  }),
  'DELETE /locations/{id}/images/{imageId}': ({ own }) => getImageParams(own),
  'DELETE /locations/{id}/images': ({ own }) => ({ id: own.location, ids: [own.image] }),
  'GET /locations/{id}/uploads/{uploadId}': ({ own }) => getUploadParams(own),
  'PUT /locations/{id}/uploads/{uploadId}': ({ own }) => ({ ...getUploadParams(own), offset: 0 }),
  'DELETE /locations/{id}/uploads/{uploadId}': ({ own }) => getUploadParams(own),
  'POST /locations/{id}/contacts': ({ own }) => ({ id: own.location, ...CONTACT }),
  'GET /locations/{id}/contacts/{contactId}': ({ own }) => getContactParams(own),
  'PUT /locations/{id}/contacts/{contactId}': ({ own }) => ({ ...getContactParams(own), version: 1, ...CONTACT }),
  'DELETE /locations/{id}/contacts/{contactId}': ({ own }) => getContactParams(own),
  'GET /locations/{id}/owners': ({ own }) => ({ id: own.location }),
  'GET /locations/{id}/owner-candidates': ({ own }) => ({ id: own.location, query: 'isla' }),
  'PUT /locations/{id}/owner': ({ own }, _caller, { ownerA, ownerB }) => ({
    id: own.location,
    userId: ownerB.id,
    from: ownerA.id,
  }),
  'GET /locations/{id}/documents': ({ own }) => ({ id: own.location }),
  'POST /locations/{id}/documents': ({ own }) => ({ id: own.location, name: 'Risk assessment' }),
  'GET /locations/{id}/documents/{documentId}': ({ own }) => getDocumentParams(own),
  'DELETE /locations/{id}/documents/{documentId}': ({ own }) => getDocumentParams(own),
  'POST /locations/{id}/publish': ({ own }) => ({ id: own.location, version: own.version }),
  'POST /locations/{id}/unpublish': ({ own }) => ({ id: own.location }),
  'PUT /locations/{id}/status': ({ own }) => ({ id: own.location, status: 'DRAFT' }),
  'DELETE /locations/{id}': ({ own }) => ({ id: own.location, version: own.version }),
  'GET /admin/locations/{id}': ({ own }) => ({ id: own.location }),
  'GET /admin/locations/{id}/revisions': ({ own }) => ({ id: own.location }),
  'GET /admin/locations/{id}/revisions/{number}': ({ own }) => ({ id: own.location, number: own.revision }),
  'POST /admin/locations/{id}/revisions/{number}/restore': ({ own }) => ({
    id: own.location,
    number: own.revision,
    version: own.version,
  }),
  'POST /admin/bulk-changes': ({ own }) => ({
    selection: { ids: [own.location] },
    action: { kind: 'feature', featured: true },
  }),
  'GET /admin/bulk-changes/{id}': ({ bulkChange }) => ({ id: bulkChange }),
  'GET /admin/bulk-changes/{id}/locations': ({ bulkChange }) => ({ id: bulkChange }),
  'GET /admin/bulk-changes/{id}/export': ({ bulkChange }) => ({ id: bulkChange }),
  'POST /admin/bulk-changes/{id}/start': ({ bulkChange }) => ({ id: bulkChange }),
  'POST /admin/bulk-changes/{id}/cancel': ({ bulkChange }) => ({ id: bulkChange }),
  'POST /admin/bulk-changes/{id}/undo': ({ bulkChange }) => ({ id: bulkChange }),
  'DELETE /admin/bulk-changes/{id}': ({ bulkChange }) => ({ id: bulkChange }),
  'POST /admin/imports': () => ({ name: 'catalogue.csv' }),
  'GET /admin/imports/{id}': ({ imported }) => ({ id: imported }),
  'GET /admin/imports/{id}/rows': ({ imported }) => ({ id: imported }),
  'GET /admin/imports/{id}/export': ({ imported }) => ({ id: imported }),
  'POST /admin/imports/{id}/rows': ({ imported }) => ({
    id: imported,
    expectedVersion: 1,
    isSelected: true,
    rows: 'OUTSIDE',
  }),
  'POST /admin/imports/{id}/sheet': ({ imported }) => ({ id: imported, expectedVersion: 1, sheet: 2 }),
  'POST /admin/imports/{id}/check': ({ imported }) => ({
    id: imported,
    expectedVersion: 1,
    mapping: ['title'],
    createOptions: false,
  }),
  'POST /admin/imports/{id}/reopen': ({ imported }) => ({ id: imported, expectedVersion: 1 }),
  'POST /admin/imports/{id}/apply': ({ imported }) => ({ id: imported, expectedVersion: 1 }),
  'DELETE /admin/imports/{id}': ({ imported }) => ({ id: imported }),
  'POST /admin/locations/export-selection': ({ own }) => ({ selection: { ids: [own.location] } }),
  'POST /admin/reviews/approvals': ({ own }) => ({
    locations: [
      { id: own.location, version: own.version, images_version: '', submitted_at: new Date(0).toISOString() },
    ],
  }),
  'GET /admin/reviews/{id}': ({ own }) => ({ id: own.location }),
  'POST /locations/{id}/claim': ({ own }) => ({ id: own.location }),
  'DELETE /locations/{id}/claim': ({ own }) => ({ id: own.location }),
  'GET /admin/duplicates/{a}/{b}': ({ own, duplicate }) => ({ a: own.location, b: duplicate }),
  'POST /admin/duplicates/{a}/{b}/dismiss': ({ own, duplicate }) => ({ a: own.location, b: duplicate }),
  'POST /admin/duplicates/{a}/{b}/restore': ({ own, duplicate }) => ({ a: own.location, b: duplicate }),
  'POST /locations/{id}/merge': ({ own, duplicate }) => ({ id: duplicate, other_id: own.location }),
  'POST /locations/similar': () => ({ title: 'Weir mill', postcode: 'FK8 1AA' }),
  'POST /reason-templates': () => ({ title: `Photographs ${randomUUID()}`, text: 'Please add photos of the rear.' }),
  'PUT /reason-templates/{id}': ({ team }) => ({
    id: team.reasonTemplate,
    version: 1,
    title: `Rear ${randomUUID()}`,
    text: 'The rear, please.',
  }),
  'DELETE /reason-templates/{id}': ({ team }) => ({ id: team.reasonTemplate, version: 1 }),
  'GET /locations/{id}/tasks': ({ own }) => ({ id: own.location }),
  'POST /locations/{id}/tasks': ({ own }) => ({
    id: own.location,
    step: 'images',
    text: 'Photos of the rear, please.',
  }),
  'DELETE /locations/{id}/tasks/{taskId}': ({ own }) => ({ id: own.location, taskId: own.task }),
  'POST /locations/{id}/tasks/{taskId}/done': ({ own }) => ({ id: own.location, taskId: own.task }),
  'GET /verification/challenge': () => ({ action: 'Contact' }),
  'POST /enquire': async ({ solve }) => ({
    name: 'Ailsa Grant',
    email: 'ailsa@northlight.example',
    comment: 'May we film here in May?',
    verification: await solve('Contact'),
  }),
  'GET /overview/{name}/export': () => ({ name: 'waiting' }),
  'GET /enquiries/{id}': ({ team }) => ({ id: team.enquiry.id }),
  'PUT /enquiries/{id}': ({ team }) => ({ id: team.enquiry.id, version: 1, state: 'WAITING' }),
  'POST /enquiries/{id}/notes': ({ team }) => ({ id: team.enquiry.id, text: 'Called the owner' }),
  'POST /enquiries/{id}/messages': ({ team }) => ({
    id: team.enquiry.id,
    version: 1,
    participantId: team.enquiry.participant,
    text: 'You can film there.',
  }),
  'GET /enquiries/{id}/recipients': ({ team }) => ({ id: team.enquiry.id }),
  'POST /enquiries/{id}/participants': ({ team }) => ({
    id: team.enquiry.id,
    version: 1,
    kind: 'FILM_OFFICE',
    name: 'Fife',
    email: 'film@fife.example',
    text: 'Is the pier free?',
  }),
  'GET /enquiries/{id}/files/{fileId}': ({ team }) => ({ id: team.enquiry.id, fileId: team.enquiry.file }),
  'POST /companies': () => ({ name: `Lade Films ${randomUUID()}` }),
  'GET /companies/suggestions': () => ({ query: 'weir' }),
  'GET /companies/{id}': ({ team }) => ({ id: team.company }),
  'PUT /companies/{id}': ({ team }) => ({ id: team.company, version: 2, name: 'Weir Pictures' }),
  'DELETE /companies/{id}': ({ team }) => ({ id: team.company, version: 2 }),
  'GET /companies/{id}/duplicates': ({ team }) => ({ id: team.company }),
  'PUT /companies/{id}/duplicates/{otherId}': ({ team }) => ({
    id: team.company,
    otherId: team.otherCompany,
    isDifferent: true,
  }),
  'POST /companies/{id}/merge': ({ team }) => ({
    id: team.company,
    version: 2,
    other_id: team.otherCompany,
    other_version: 2,
  }),
  'GET /companies/{id}/revisions': ({ team }) => ({ id: team.company }),
  'GET /companies/{id}/revisions/{number}': ({ team }) => ({ id: team.company, number: 1 }),
  'POST /companies/{id}/revisions/{number}/restore': ({ team }) => ({ id: team.company, number: 1, version: 2 }),
  'POST /people': ({ team }) => ({ name: 'Isla Weir', company_id: team.company }),
  'GET /people/suggestions': () => ({ query: 'weir' }),
  'GET /people/{id}': ({ team }) => ({ id: team.person }),
  'PUT /people/{id}': ({ team }) => ({ id: team.person, version: 2, name: 'Isla Lade' }),
  'DELETE /people/{id}': ({ team }) => ({ id: team.person, version: 2 }),
  'GET /people/{id}/duplicates': ({ team }) => ({ id: team.person }),
  'PUT /people/{id}/duplicates/{otherId}': ({ team }) => ({
    id: team.person,
    otherId: team.otherPerson,
    isDifferent: true,
  }),
  'POST /people/{id}/merge': ({ team }) => ({
    id: team.person,
    version: 2,
    other_id: team.otherPerson,
    other_version: 2,
  }),
  'GET /people/{id}/revisions': ({ team }) => ({ id: team.person }),
  'GET /people/{id}/revisions/{number}': ({ team }) => ({ id: team.person, number: 1 }),
  'POST /people/{id}/revisions/{number}/restore': ({ team }) => ({ id: team.person, number: 1, version: 2 }),
  'POST /enquiry-templates': () => ({ name: `Permits ${randomUUID()}`, text: 'Ask the council.' }),
  'PUT /enquiry-templates/{id}': ({ team }) => ({
    id: team.template,
    version: 1,
    name: `Permits ${randomUUID()}`,
    text: 'Ask the council.',
  }),
  'DELETE /enquiry-templates/{id}': ({ team }) => ({ id: team.template }),
  'GET /lists/{list}/views': () => ({ list: 'locations' }),
  'POST /lists/{list}/views': () => ({
    list: 'locations',
    name: `Castles ${randomUUID()}`,
    isTeam: false,
    ...EMPTY_VIEW,
  }),
  'PUT /lists/{list}/default-view': ({ team }) => ({ list: 'locations', viewId: team.view }),
  'PUT /list-views/{id}': ({ team }) => ({ id: team.view, version: 1, name: `Owners ${randomUUID()}` }),
  'DELETE /list-views/{id}': ({ team }) => ({ id: team.view, version: 1 }),
  'GET /search-synonyms/{id}': ({ team }) => ({ id: team.synonym }),
  'POST /search-synonyms': () => ({ kind: 'EQUAL', terms: ['pub', `Howff ${randomUUID().slice(0, 8)}`], targets: [] }),
  'PUT /search-synonyms/{id}': ({ team }) => ({
    id: team.synonym,
    version: 1,
    kind: 'ONE_WAY',
    terms: ['brutalist'],
    targets: [`Concrete ${randomUUID().slice(0, 8)}`],
  }),
  'DELETE /search-synonyms/{id}': ({ team }) => ({ id: team.synonym }),
  'POST /search-synonyms/preview': () => ({ kind: 'EQUAL', terms: ['pub', 'howff'], targets: [], query: 'howff' }),
  'PUT /search-thesaurus': ({ team }) => ({ term: team.thesaurusTerm, enabled: false, version: 1 }),
  'GET /search-pins/of-query': () => ({ query: 'castle' }),
  'POST /search-pins': ({ location }) => ({ query: `castle ${randomUUID().slice(0, 8)}`, locations: [location] }),
  'PUT /search-pins/{id}': ({ team, location }) => ({
    id: team.pin,
    version: 1,
    query: `abbey ${randomUUID().slice(0, 8)}`,
    locations: [location],
  }),
  'DELETE /search-pins/{id}': ({ team }) => ({ id: team.pin }),
  'POST /api-tokens': () => ({ name: 'Call sheets', permissions: ['user.view'], expires_on: getDayAfterTomorrow() }),
  'DELETE /api-tokens/{id}': ({ team }) => ({ id: team.apiToken }),
  'GET /enquiries/{id}/production': ({ team }) => ({ id: team.enquiry.id }),
  'POST /productions': () => ({ title: 'The Weir' }),
  'GET /productions/{id}': ({ team }) => ({ id: team.production.id }),
  'GET /productions/{id}/timeline': ({ team }) => ({ id: team.production.id }),
  'POST /productions/{id}/timeline/{entryId}/restore': ({ team }) => ({
    id: team.production.id,
    entryId: team.production.change,
    version: 1,
  }),
  'POST /productions/{id}/duplicate': ({ team }) => ({ id: team.production.id }),
  'POST /productions/changes': ({ team }) => ({
    productions: [{ id: team.production.id, version: 1 }],
    change: { stage: 'SHOOTING' },
  }),
  'PUT /productions/{id}': ({ team }) => ({ id: team.production.id, version: 1, stage: 'SHOOTING' }),
  'PUT /productions/{id}/contacts': ({ team }) => ({ id: team.production.id, version: 1, contacts: [] }),
  'POST /productions/{id}/notes': ({ team }) => ({ id: team.production.id, text: 'Called the producer' }),
  'PUT /productions/{id}/locations/{locationId}': ({ team }) => ({ ...getProductionParams(team), state: 'VISITED' }),
  'DELETE /productions/{id}/locations/{locationId}': ({ team }) => getProductionParams(team),
  'PUT /productions/{id}/enquiries/{enquiryId}': ({ team }) => ({ id: team.production.id, enquiryId: team.enquiry.id }),
  'DELETE /productions/{id}/enquiries/{enquiryId}': ({ team }) => ({
    id: team.production.id,
    enquiryId: team.enquiry.id,
  }),
  'GET /productions/{id}/answers': ({ team }) => ({ id: team.production.id }),
  'POST /productions/{id}/boards': ({ team }) => ({ id: team.production.id }),
  'DELETE /productions/{id}/boards/{boardId}': ({ team }) => ({
    id: team.production.id,
    boardId: team.production.board,
  }),
  'POST /productions/{id}/boards/{boardId}/sendings': ({ team }) => ({
    id: team.production.id,
    boardId: team.production.board,
    recipient: 'isla@northlight.example',
    message: '',
  }),
  'GET /productions/{id}/viewings': ({ team }) => ({ id: team.production.id }),
  'POST /productions/{id}/viewings': ({ team }) => ({ id: team.production.id, ...VIEWING, party: [] }),
  'PUT /productions/{id}/viewings/{viewingId}': ({ team }) => ({ ...getViewingParams(team), ...VIEWING, party: [] }),
  'POST /productions/{id}/viewings/{viewingId}/ask': ({ team }) => getViewingParams(team),
  'POST /productions/{id}/viewings/{viewingId}/send': ({ team }) => getViewingParams(team),
  'POST /productions/{id}/viewings/{viewingId}/cancel': ({ team }) => getViewingParams(team),
  'POST /productions/{id}/viewings/{viewingId}/stops': ({ team }) => ({
    ...getViewingParams(team),
    ...SLOT,
    locationId: team.production.location,
  }),
  'PUT /productions/{id}/viewings/{viewingId}/stops/{stopId}': ({ team }) => ({ ...getStopParams(team), ...SLOT }),
  'GET /productions/{id}/viewings/{viewingId}/stops/{stopId}/contacts': ({ team }) => getStopParams(team),
  'PUT /productions/{id}/viewings/{viewingId}/stops/{stopId}/contact': ({ team }) => ({
    ...getStopParams(team),
    stopId: team.viewing.planned,
    contact: 'ACCOUNT',
  }),
  'POST /productions/{id}/viewings/{viewingId}/stops/{stopId}/answer': ({ team }) => ({
    ...getStopParams(team),
    answer: 'CONFIRMED',
  }),
  'POST /productions/{id}/viewings/{viewingId}/stops/{stopId}/cancel': ({ team }) => getStopParams(team),
  'POST /viewing-request': ({ team }) => ({ token: team.viewing.requestLink }),
  'POST /viewing-request/answer': ({ team }) => ({
    token: team.viewing.requestLink,
    version: 1,
    answer: 'CONFIRMED',
    note: 'Come to the gate',
  }),
  'POST /viewing-itinerary': ({ team }) => ({ token: team.viewing.itineraryLink }),
  'GET /productions/{id}/call-outs': ({ team }) => ({ id: team.production.id }),
  'POST /productions/{id}/call-outs': ({ team }) => ({ id: team.production.id, ...CALL_OUT }),
  'PUT /productions/{id}/call-outs/{callOutId}': ({ team }) => ({ ...getDraftParams(team), ...CALL_OUT }),
  'DELETE /productions/{id}/call-outs/{callOutId}': ({ team }) => getDraftParams(team),
  'GET /productions/{id}/call-outs/{callOutId}/audience': ({ team }) => ({
    id: team.production.id,
    callOutId: team.callOut.draft,
  }),
  'POST /productions/{id}/call-outs/{callOutId}/send': ({ team }) => getDraftParams(team),
  'POST /productions/{id}/call-outs/{callOutId}/close': ({ team }) => ({
    ...getDraftParams(team),
    callOutId: team.callOut.id,
  }),
  'PUT /productions/{id}/call-outs/{callOutId}/wanted': ({ team }) => ({
    id: team.production.id,
    callOutId: team.callOut.id,
    is_wanted: true,
  }),
  'POST /productions/{id}/call-outs/{callOutId}/answers/{answerId}/offer': ({ team }) => getAnswerParams(team),
  'POST /productions/{id}/call-outs/{callOutId}/answers/{answerId}/location': ({ team }) => ({
    ...getAnswerParams(team),
    answerId: team.callOut.suggested,
  }),
  'POST /call-out': ({ team }) => ({ token: team.callOut.link }),
  'POST /call-out/answer': ({ team }) => ({
    token: team.callOut.link,
    answerId: team.callOut.answer,
    answer: 'NO',
  }),
  'POST /call-out/places': ({ team }) => ({ token: team.callOut.link, title: 'Lime kiln', place: 'Perth' }),
  'POST /call-out/photographs': ({ team }) => ({
    token: team.callOut.link,
    answerId: team.callOut.suggested,
    name: 'kiln.jpg',
    bytes: 100,
  }),
  'POST /call-out-photographs/{photographId}': ({ team }) => ({ photographId: team.callOut.photograph }),
  'POST /call-out/photographs/delete': ({ team }) => ({
    token: team.callOut.link,
    photographId: team.callOut.photograph,
  }),
  'POST /call-out/stop': ({ team }) => ({ token: team.callOut.link }),
  'PUT /call-out-emails': () => ({ wanted: true }),
  'GET /productions/{id}/impact': ({ team }) => ({ id: team.production.id }),
  'PUT /productions/{id}/impact': ({ team }) => ({
    id: team.production.id,
    figure: 'CREW',
    value: 40,
    basis: 'MEASURED',
    version: 1,
  }),
  'POST /productions/{id}/impact/estimates': ({ team }) => ({
    id: team.production.id,
    formulaId: team.impact.formula,
    version: 1,
  }),
  'PUT /productions/{id}/survey': ({ team }) => ({
    id: team.production.id,
    personId: team.impact.person,
    now: true,
    version: 1,
  }),
  'DELETE /productions/{id}/survey': ({ team }) => ({ id: team.production.id, version: 1 }),
  'POST /wrap-survey': ({ team }) => ({ token: team.impact.surveyLink }),
  'POST /wrap-survey/answer': ({ team }) => ({ token: team.impact.surveyLink, version: 1, figures: { DAYS: 14 } }),
  'GET /impact/preview': ({ team }) => ({ year: team.impact.unpublishedYear }),
  'POST /impact/publish': ({ team }) => ({ year: team.impact.unpublishedYear }),
  'POST /impact/unpublish': ({ team }) => ({ year: team.impact.publishedYear }),
  'POST /impact-formulas': ({ team }) => ({
    name: `Hire ${team.impact.formula}`,
    figure: 'SPEND_SERVICES',
    inputs: ['DAYS'],
    factor: 1_200,
    source: 'A study, 2026, page 4',
  }),
  'POST /impact-formulas/{id}/retire': ({ team }) => ({ id: team.impact.formula }),
  'DELETE /productions/{id}': ({ team }) => ({ id: team.production.id, version: 1 }),
  'POST /enquiry-files': () => ({ name: 'brief.pdf' }),
  'POST /enquiry-thread': ({ team }) => ({ token: team.enquiry.link }),
  'POST /enquiry-thread/messages': ({ team }) => ({ token: team.enquiry.link, text: 'Thank you.' }),
  'POST /enquiry-thread/files/{fileId}': ({ team }) => ({ token: team.enquiry.link, fileId: team.enquiry.file }),
  'POST /login': ({ userEmail }) => ({ email: userEmail, password: PASSWORD }),
  'POST /login/single-sign-on': () => ({ response: 'code=x&state=y' }),
  'DELETE /users/{id}/single-sign-on': ({ user }) => ({ id: user }),
  'POST /login/code': () => ({ token: 'A'.repeat(43), code: '123456' }),
  'POST /login/passkey': () => ({ token: 'A'.repeat(43), passkey: UNKNOWN_PASSKEY }),
  'POST /second-factors/authenticator/confirm': () => ({ code: '123456' }),
  'POST /second-factors/passkeys': () => ({
    token: 'A'.repeat(43),
    name: 'Key ring',
    passkey: { ...UNKNOWN_PASSKEY, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
  }),
  'DELETE /second-factors/passkeys/{id}': () => ({ id: randomUUID() }),
  'DELETE /users/{id}/second-factors': ({ user }) => ({ id: user }),
  'DELETE /users/{id}/sessions': ({ user }) => ({ id: user }),
  'POST /session/confirm': () => ({ password: PASSWORD }),
  'POST /session/confirm/code': () => ({ code: '000000' }),
  'POST /session/confirm/passkey': () => ({ token: 'A'.repeat(43), passkey: UNKNOWN_PASSKEY }),
  'DELETE /user/sessions/{id}': ({ session }) => ({ id: session }),
  'PUT /user/password': () => ({ currentPassword: PASSWORD, password: 'the tide tables of 1926' }),
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
  // A wrong password: the right one would delete the caller.
  'POST /profile/delete': () => ({ password: 'not the password' }),
  'POST /profile/data-exports/{id}/download': () => ({ id: randomUUID() }),
  'GET /data-exports/{id}': () => ({ id: randomUUID() }),
  'PUT /profile': (_fixtures, caller, people) => ({
    firstName: 'Isla',
    lastName: 'Robertson',
    email: caller === 'nobody' ? 'isla@northlight.example' : people[caller].email,
    telephone1: '0131 496 0177',
    title: 'Location manager',
  }),
  'POST /users': () => ({ firstName: 'Mairi', lastName: 'Bell', email: `${randomUUID()}@agency.example` }),
  'GET /users/{id}': (_fixtures, _caller, { scoutA }) => ({ id: scoutA.id }),
  'PUT /users/{id}': ({ user, userEmail }) => ({
    id: user,
    version: 1,
    firstName: 'Isla',
    lastName: 'Robertson',
    email: userEmail,
    telephone1: '0131 496 0177',
    title: 'Location manager',
  }),
  'GET /users/{id}/data-summary': (_fixtures, _caller, { scoutA }) => ({ id: scoutA.id }),
  'GET /users/{id}/locations': (_fixtures, _caller, { ownerA }) => ({ id: ownerA.id }),
  'GET /users/{id}/locations/export': (_fixtures, _caller, { ownerA }) => ({ id: ownerA.id }),
  'DELETE /users/{id}': ({ user }) => ({ id: user }),
  'POST /notifications/{id}/toggle-read': ({ notification }) => ({ id: notification }),
  'GET /users/{id}/boards': (_fixtures, _caller, { scoutA }) => ({ id: scoutA.id }),
  'GET /users/{id}/boards/{boardId}': ({ board }, _caller, { scoutA }) => ({ id: scoutA.id, boardId: board }),
  'GET /users/{id}/boards/export': (_fixtures, _caller, { scoutA }) => ({ id: scoutA.id }),
  'POST /boards': () => ({ title: 'Night exteriors' }),
  'POST /boards/private': () => ({ title: 'For the commissioner' }),
  'GET /boards/{id}': ({ board }) => ({ id: board }),
  'GET /boards/{id}/events': ({ board }) => ({ id: board }),
  'GET /boards/{id}/export': ({ board }) => ({ id: board }),
  'GET /boards/{id}/look-books': ({ board }) => ({ id: board }),
  'POST /boards/{id}/look-books': ({ board }) => ({ id: board, title: 'Sea stack thriller', format: 'PDF' }),
  'POST /boards/{id}/look-books/preview': ({ board }) => ({ id: board, title: 'Sea stack thriller', format: 'PDF' }),
  'GET /user/look-book-logo': () => ({}),
  'PUT /user/look-book-logo': () => ({ alt: 'Northlight Films' }),
  'DELETE /user/look-book-logo': () => ({}),
  'DELETE /look-books/{id}': () => ({ id: randomUUID() }),
  'POST /look-books/{id}/download': () => ({ id: randomUUID() }),
  'GET /look-books/{id}/file': () => ({ id: randomUUID() }),
  'PUT /boards/{id}': ({ board }) => ({ id: board, title: 'Sea stack thriller, second unit' }),
  'DELETE /boards/{id}': ({ board }) => ({ id: board }),
  'POST /boards/{id}/archive': ({ board }) => ({ id: board }),
  'POST /boards/{id}/duplicate': ({ board }) => ({ id: board, title: 'A copy' }),
  'GET /boards/{id}/candidates': ({ board }) => ({ id: board, query: 'castle' }),
  'POST /boards/{id}/locations': ({ board, otherLocation }) => ({ id: board, locationId: otherLocation }),
  'GET /boards/{id}/locations/{locationId}': onBoard,
  'PUT /boards/{id}/locations/{locationId}': (fixtures) => ({ ...onBoard(fixtures), note: 'At dawn', state: 'ASKED' }),
  'DELETE /boards/{id}/locations/{locationId}': onBoard,
  'PUT /boards/{id}/locations': ({ board, location, section }) => ({
    id: board,
    locationIds: [location],
    sectionId: section,
  }),
  'GET /user/scripts': () => ({}),
  'GET /boards/{id}/script': ({ board }) => ({ id: board }),
  'PUT /boards/{id}/script': ({ board }) => ({ id: board, version: 1, breakdown: createSavedBreakdown() }),
  'DELETE /boards/{id}/script': ({ board }) => ({ id: board, version: 1 }),
  'GET /boards/{id}/sections': ({ board }) => ({ id: board }),
  'POST /boards/{id}/sections': ({ board }) => ({ id: board, title: 'Scene 12: the mill', notes: 'A wheel' }),
  'PUT /boards/{id}/sections/{sectionId}': ({ board, location, section }) => ({
    id: board,
    sectionId: section,
    lockedLocationId: location,
  }),
  'DELETE /boards/{id}/sections/{sectionId}': ({ board, section }) => ({ id: board, sectionId: section }),
  'POST /boards/{id}/locations/{locationId}/photographs': (fixtures) => ({ ...onBoard(fixtures), name: 'lade.jpg' }),
  'PUT /boards/{id}/photographs/{photographId}': ({ board, photograph }) => ({
    id: board,
    photographId: photograph,
    caption: 'The lade',
    alt: 'Water beside a wall',
  }),
  'DELETE /boards/{id}/photographs/{photographId}': ({ board, photograph }) => ({
    id: board,
    photographId: photograph,
  }),
  'POST /boards/{id}/locations/{locationId}/files': (fixtures) => ({ ...onBoard(fixtures), name: 'permit.docx' }),
  'GET /boards/{id}/files/{fileId}': ({ board, file }) => ({ id: board, fileId: file }),
  'DELETE /boards/{id}/files/{fileId}': ({ board, file }) => ({ id: board, fileId: file }),
  'GET /shared-boards/{id}/files/{fileId}': ({ share, file }) => ({ id: share, fileId: file }),
  'GET /boards/{id}/shares': ({ board }) => ({ id: board }),
  'POST /boards/{id}/shares': ({ board }) => ({ id: board, emails: [`${randomUUID()}@director.example`] }),
  'PUT /boards/{id}/shares/{shareId}': ({ board, share }) => ({ id: board, shareId: share, mayEdit: true }),
  'DELETE /boards/{id}/shares/{shareId}': ({ board, share }) => ({ id: board, shareId: share }),
  'POST /boards/{id}/link': ({ board }) => ({ id: board }),
  'DELETE /boards/{id}/link': ({ board }) => ({ id: board }),
  'GET /boards/public/{link}': ({ link }) => ({ link }),
  'GET /boards/public/{link}/export': ({ link }) => ({ link }),
  'GET /boards/{id}/guest-links': ({ board }) => ({ id: board }),
  'POST /boards/{id}/guest-links': ({ board }) => ({ id: board, name: 'Art director' }),
  'PUT /boards/{id}/guest-links/{linkId}': ({ board, guestLink }) => ({ id: board, linkId: guestLink, name: 'Client' }),
  'DELETE /boards/{id}/guest-links/{linkId}': ({ board, guestLink }) => ({ id: board, linkId: guestLink }),
  'DELETE /boards/{id}/guests/{guestId}': ({ board, guest }) => ({ id: board, guestId: guest }),
  'GET /boards/{id}/answers': ({ board }) => ({ id: board }),
  'GET /boards/{id}/answers/tallies': ({ board }) => ({ id: board }),
  'PUT /guest-boards/{secret}/answers': ({ guestSecret, location }) => ({
    secret: guestSecret,
    locationId: location,
    answer: 'YES',
  }),
  'GET /guest-boards/{secret}': ({ guestSecret }) => ({ secret: guestSecret }),
  'GET /guest-boards/{secret}/export': ({ guestSecret }) => ({ secret: guestSecret }),
  'GET /guest-boards/{secret}/look-book': ({ guestSecret }) => ({ secret: guestSecret }),
  'GET /guest-boards/{secret}/photographs': ({ guestSecret }) => ({ secret: guestSecret }),
  'POST /guest-boards/{secret}/password': ({ guestSecret }) => ({ secret: guestSecret, password: 'weir mill' }),
  'POST /guest-boards/{secret}/guests': async ({ guestSecret, solve }) => ({
    secret: guestSecret,
    name: 'Isla Reid',
    role: 'Director',
    verification: await solve('NameGuest'),
  }),
  'GET /shared-boards/{id}': ({ share }) => ({ id: share }),
  'GET /shared-boards/{id}/export': ({ share }) => ({ id: share }),
  'POST /shared-boards/{id}/invitation': ({ share, invitation }) => ({ id: share, token: invitation }),
  'POST /shared-boards/{id}/readers': ({ share, invitation }) => ({ id: share, token: invitation }),
  'POST /shared-boards/{id}/invitations': ({ share }) => ({ id: share }),
};

/** The response of a browser with a passkey that no account has. */
const UNKNOWN_PASSKEY = {
  id: 'AQID',
  rawId: 'AQID',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'e30', authenticatorData: 'AQID', signature: 'AQID' },
};

const EMPTY_PAGE = {
  title: 'Filming in winter',
  description: null,
  banner: null,
  content: null,
  externalUrl: null,
  externalContentWidth: '100%',
  externalContentHeight: '450px',
  contact: null,
  enquire: null,
  footerEnquire: null,
  cards: [],
  panelCards: [],
  carousel: null,
};

function getPageParams({ page, pageVersion }: TeamFixtures) {
  return { name: page, version: pageVersion };
}

const CALL_OUT = { brief: 'A mill by a river', last_day: '2999-05-04', search: '' };

function getDraftParams({ production, callOut }: TeamFixtures) {
  return { id: production.id, callOutId: callOut.draft, version: 1 };
}

function getAnswerParams({ production, callOut }: TeamFixtures) {
  return { id: production.id, callOutId: callOut.id, answerId: callOut.answer };
}

const VIEWING = { day: '2999-05-04', people: 5 };
const SLOT = { slot_from: '14:00', slot_to: '15:00' };

function getViewingParams({ production, viewing }: TeamFixtures) {
  return { id: production.id, viewingId: viewing.id, version: 1 };
}

function getStopParams(team: TeamFixtures) {
  return { ...getViewingParams(team), stopId: team.viewing.asked };
}

function getProductionParams({ production }: TeamFixtures) {
  return { id: production.id, locationId: production.location };
}

function onBoard({ board, location }: Fixtures) {
  return { id: board, locationId: location };
}

function getImageParams({ location, image }: OwnLocationFixtures) {
  return { id: location, imageId: image };
}

function getUploadParams({ location, upload }: OwnLocationFixtures) {
  return { id: location, uploadId: upload };
}

/** Lists every route of the API. */
export function listRoutes({ app }: Site): Route[] {
  return app.handlers.map(({ route }) => route);
}

function getDocumentParams({ location, document }: OwnLocationFixtures) {
  return { id: location, documentId: document };
}

const CONTACT = { firstname: 'Iain', lastname: 'Ross', telephone: '0131 496 0155' };

function getDates() {
  const day = addDays(toDay(new Date()), 60);
  // The same dates again would change nothing.
  return { kind: 'LIKELY', first_day: day, last_day: day, note: randomUUID() };
}

function getDatesParams({ location, unavailableDates }: Fixtures['own']) {
  return { id: location, entryId: unavailableDates };
}

function getContactParams({ location, contact }: Fixtures['own']) {
  return { id: location, contactId: contact };
}

/** Returns the name of a route, as in the table. */
export function getRouteName({ method, path }: Route): string {
  return `${method} ${path}`;
}

/** Callers whose calls go through a socket. The calls of the others enter the same server without one, in a third of the time. */
const CALLERS_BY_HTTP: ReadonlySet<CallerName> = new Set(['nobody', 'scoutA', 'admin']);

/** Makes a call as one of the callers. */
export async function call(
  site: Site,
  people: People,
  { method, path: pattern, body, contentType }: Route,
  caller: CallerName,
  input: object = {},
): Promise<{ status: number; text: string }> {
  const { path, rest } = fillPath(pattern, { ...input });
  const inQuery = method === 'GET' || method === 'DELETE' || body === 'bytes';
  const query = inQuery ? toSearchParams(rest).toString() : '';
  const token = await getToken(site, people, caller);
  const request = new Request(`${site.url}/api${path}${query && `?${query}`}`, {
    method,
    headers: {
      ...(!inQuery && body !== 'multipart' && { 'content-type': 'application/json' }),
      ...(body === 'bytes' && { 'content-type': 'application/octet-stream' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(!inQuery && { body: JSON.stringify(rest) }),
    ...(body === 'bytes' && { body: path.endsWith('/files') ? Uint8Array.from(wordDocument()) : new Uint8Array(100) }),
    ...(body === 'multipart' && { body: formWith(rest) }),
  });
  const { status, headers, text } = await (CALLERS_BY_HTTP.has(caller) || contentType === EVENT_STREAM
    ? send(request)
    : inject(site, request));
  if (method !== 'GET' && status < 400) signedIn.clear();
  return { status, text: `${JSON.stringify(headers)}${text}` };
}

interface Received {
  readonly status: number;
  readonly headers: unknown;
  readonly text: string;
}

async function send(request: Request): Promise<Received> {
  const response = await fetch(request);
  return { status: response.status, headers: [...response.headers], text: await readText(response) };
}

async function inject({ app }: Site, request: Request): Promise<Received> {
  const { pathname, search } = new URL(request.url);
  const { statusCode, headers, body } = await app.server.inject({
    method: request.method as Route['method'],
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: statusCode, headers, text: body };
}

function formWith(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  const name = String(fields['name']);
  const content = name.endsWith('.csv') ? 'Title\nOld mill\n' : Uint8Array.from(wordDocument());
  form.append('file', new Blob([content]), 'plan.docx');
  return form;
}

/** Shorter than the time for which a log-in confirms who a user is. */
const SESSION_MS = 5 * 60_000;
/** Sessions by the account of the caller, until anybody changes anything: some calls end sessions, also those of others. */
const signedIn = new Map<string, { readonly token: string; readonly until: number }>();

async function getToken(site: Site, people: People, caller: CallerName): Promise<string | undefined> {
  if (caller === 'nobody') return undefined;
  if (caller === 'deleted') return people.deleted.token;
  const { id } = people[caller];
  const session = signedIn.get(id);
  if (session && Date.now() < session.until) return session.token;
  const { token } = await signInAs(site, people[caller]);
  signedIn.set(id, { token, until: Date.now() + SESSION_MS });
  return token;
}

/** As the expiry of a service token. */
function getDayAfterTomorrow(): string {
  return new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
}
