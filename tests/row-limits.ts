import { passkeyLimit } from '../src/features/accounts/messages.ts';
import { MAX_PASSKEYS } from '../src/features/accounts/second-factor/passkeys.commands.server.ts';
import { MAX_TOKENS, tokenLimit } from '../src/features/api-tokens/messages.ts';
import { MAX_SESSIONS } from '../src/features/accounts/sessions/commands.server.ts';
import * as boards from '../src/features/boards/schema.ts';
import * as boardMessages from '../src/features/boards/messages.ts';
import * as files from '../src/features/boards/recce-files/schema.ts';
import * as photographs from '../src/features/boards/recce-photographs/schema.ts';
import { TOO_MANY_LINKS } from '../src/features/boards/readers/messages.ts';
import { MAX_READERS } from '../src/features/boards/readers/schema.ts';
import { PER_RECIPIENT, PER_SENDER } from '../src/features/boards/sharing/commands.server.ts';
import * as companies from '../src/features/companies/schema.ts';
import { companyLimit, personLimit } from '../src/features/companies/messages.ts';
import { MAX_PAGES } from '../src/features/content/editing/commands.server.ts';
import { pageLimit } from '../src/features/content/messages.ts';
import { documentLimit } from '../src/features/documents/messages.ts';
import { MAX_DOCUMENTS } from '../src/features/documents/schema.ts';
import { MAX_NOTES, MAX_TEAM_MESSAGES } from '../src/features/enquiries/cases/commands.server.ts';
import * as caseMessages from '../src/features/enquiries/cases/messages.ts';
import { MAX_DAILY_ENQUIRIES } from '../src/features/enquiries/commands.server.ts';
import { MAX_UNSENT_FILES } from '../src/features/enquiries/files/commands.server.ts';
import { TOO_MANY_UNSENT_FILES } from '../src/features/enquiries/files/messages.ts';
import { TOO_MANY_ENQUIRIES } from '../src/features/enquiries/messages.ts';
import { MAX_ANSWER_TEMPLATES } from '../src/features/enquiries/templates/commands.server.ts';
import { templateLimit } from '../src/features/enquiries/templates/messages.ts';
import { REPLY_LIMIT } from '../src/features/enquiries/thread/commands.server.ts';
import { TOO_MANY_REPLIES } from '../src/features/enquiries/thread/messages.ts';
import { MAX_WAITING_IMPORTS } from '../src/features/import-export/browser/commands.server.ts';
import { waitingImportLimit } from '../src/features/import-export/messages.ts';
import { tooManyOwnViews } from '../src/features/list-views/messages.ts';
import { MAX_OWN_VIEWS } from '../src/features/list-views/schema.ts';
import { previewLimit } from '../src/features/locations/bulk-changes/messages.ts';
import { MAX_PREVIEWS } from '../src/features/locations/bulk-changes/preview.commands.server.ts';
import { MAX_CONTACTS } from '../src/features/locations/editing/contacts/schema.ts';
import { MAX_IMAGES } from '../src/features/locations/editing/images/schema.ts';
import * as locationMessages from '../src/features/locations/messages.ts';
import { MAX_OPTIONS } from '../src/features/locations/catalogue/options/commands.server.ts';
import { optionLimit } from '../src/features/locations/catalogue/options/messages.ts';
import { MAX_OPEN_TASKS } from '../src/features/locations/owner-tasks/commands.server.ts';
import { MAX_REASON_TEMPLATES } from '../src/features/locations/review/templates.commands.server.ts';
import { MAX_OWNED_LOCATIONS, MAX_OWNER_BYTES } from '../src/features/locations/working-copy/owner-limits.ts';
import { TOO_MANY_PENDING_UPLOADS, dailyQuotaMessage } from '../src/features/media/messages.ts';
import { DAILY_QUOTA_BYTES, MAX_ACTIVE_UPLOADS } from '../src/features/media/uploads/quotas.commands.server.ts';
import { answerLimit, guestLimit, guestLinkLimit } from '../src/features/boards/guests/messages.ts';
import { MAX_BOARD_ANSWERS, MAX_GUESTS, MAX_GUEST_LINKS } from '../src/features/boards/guests/schema.ts';
import { lookBookLimit } from '../src/features/boards/look-book/messages.ts';
import { MAX_DAILY_LOOK_BOOKS } from '../src/features/boards/look-book/schema.ts';
import * as availabilityMessages from '../src/features/availability/messages.ts';
import * as availability from '../src/features/availability/schema.ts';
import * as callOutMessages from '../src/features/call-outs/messages.ts';
import * as callOuts from '../src/features/call-outs/schema.ts';
import * as productionMessages from '../src/features/productions/messages.ts';
import * as answers from '../src/features/productions/answers/schema.ts';
import * as productions from '../src/features/productions/schema.ts';
import * as viewingMessages from '../src/features/viewings/messages.ts';
import * as viewings from '../src/features/viewings/schema.ts';
import * as impactMessages from '../src/features/impact/messages.ts';
import { MAX_FORMULAS } from '../src/features/impact/formulas/schema.ts';
import * as surveys from '../src/features/impact/survey/schema.ts';
import { exportLimit } from '../src/features/personal-data-export/messages.ts';
import { MAX_DAILY_EXPORTS } from '../src/features/personal-data-export/schema.ts';
import { MAX_PINS, TOO_MANY_PINS } from '../src/features/search/pins/messages.ts';
import { MAX_RULES } from '../src/features/search/synonyms/limits.ts';
import { TOO_MANY_RULES } from '../src/features/search/synonyms/messages.ts';

interface RowLimit {
  /** Description of the limit: a line of the table in docs/operations.md. */
  readonly what: string;
  readonly max: number;
  readonly unit?: 'GB';
  /** Message at the limit; null if the oldest row is deleted instead. */
  readonly message: string | null;
}

const GB = 1024 ** 3;

/** The limits of an account, board, location, enquiry or sender. */
export const ROW_LIMITS = {
  sessions: { what: 'Sessions of an account', max: MAX_SESSIONS, message: null },
  passkeys: { what: 'Passkeys of an account', max: MAX_PASSKEYS, message: passkeyLimit(MAX_PASSKEYS) },
  tokens: { what: 'Service tokens that can be used', max: MAX_TOKENS, message: tokenLimit(MAX_TOKENS) },
  boards: {
    what: 'Boards of an account, archived ones included',
    max: boards.MAX_BOARDS,
    message: boardMessages.boardLimit(boards.MAX_BOARDS),
  },
  duplicates: {
    what: 'Boards that an account duplicates in an hour',
    max: boards.MAX_DUPLICATES_PER_HOUR,
    message: boardMessages.duplicateLimit(boards.MAX_DUPLICATES_PER_HOUR, 60),
  },
  boardLocations: {
    what: 'Locations of a board, each with a note',
    max: boards.MAX_BOARD_LOCATIONS,
    message: boardMessages.locationLimit(boards.MAX_BOARD_LOCATIONS),
  },
  boardEntries: {
    what: 'Locations of all boards of an account together',
    max: boards.MAX_BOARD_ENTRIES,
    message: boardMessages.entryLimit(boards.MAX_BOARD_ENTRIES),
  },
  boardSections: {
    what: 'Sections of a board, each with notes',
    max: boards.MAX_SECTIONS,
    message: boardMessages.sectionLimit(boards.MAX_SECTIONS),
  },
  locationPhotographs: {
    what: 'Recce photographs of a location on a board',
    max: photographs.MAX_LOCATION_PHOTOGRAPHS,
    message: boardMessages.locationPhotographLimit(photographs.MAX_LOCATION_PHOTOGRAPHS),
  },
  boardPhotographs: {
    what: 'Recce photographs of a board',
    max: photographs.MAX_BOARD_PHOTOGRAPHS,
    message: boardMessages.boardPhotographLimit(photographs.MAX_BOARD_PHOTOGRAPHS),
  },
  locationFiles: {
    what: 'Files of a location on a board',
    max: files.MAX_LOCATION_FILES,
    message: boardMessages.locationFileLimit(files.MAX_LOCATION_FILES),
  },
  boardFiles: {
    what: 'Files of a board',
    max: files.MAX_BOARD_FILES,
    message: boardMessages.boardFileLimit(files.MAX_BOARD_FILES),
  },
  photographBytes: {
    what: 'Recce photographs and files on all boards of an account together',
    max: photographs.MAX_ACCOUNT_BYTES / GB,
    unit: 'GB',
    message: boardMessages.accountBytesLimit(photographs.MAX_ACCOUNT_BYTES),
  },
  shares: {
    what: 'Addresses that a board is shared with',
    max: boards.MAX_SHARES,
    message: boardMessages.boardShareLimit(boards.MAX_SHARES),
  },
  shareMails: {
    what: 'Addresses that an account shares with in an hour',
    max: PER_SENDER.max,
    message: boardMessages.shareLimit(PER_SENDER.max),
  },
  receivedShareMails: {
    what: 'Emails about shared boards to an address in a day',
    max: PER_RECIPIENT.max,
    message: TOO_MANY_LINKS,
  },
  boardReaders: {
    what: 'Browsers that open a board shared with an address without an account',
    max: MAX_READERS,
    message: null,
  },
  guestLinks: {
    what: 'Guest links of a board',
    max: MAX_GUEST_LINKS,
    message: guestLinkLimit(MAX_GUEST_LINKS),
  },
  guests: {
    what: 'People who give their names on a guest link',
    max: MAX_GUESTS,
    message: guestLimit(MAX_GUESTS),
  },
  answers: {
    what: 'Answers of guests about the locations of a board and their photographs',
    max: MAX_BOARD_ANSWERS,
    message: answerLimit(MAX_BOARD_ANSWERS),
  },
  guestBrowsers: {
    what: 'Browsers in which the password of a guest link was entered, without a name',
    max: MAX_GUESTS,
    message: null,
  },
  locations: {
    what: 'Locations of an owner',
    max: MAX_OWNED_LOCATIONS,
    message: locationMessages.ownerLocationLimit(MAX_OWNED_LOCATIONS),
  },
  images: {
    what: 'Images of a location, uploads included',
    max: MAX_IMAGES,
    message: locationMessages.imageLimit(MAX_IMAGES),
  },
  ownerBytes: {
    what: 'Pictures on the locations of an owner',
    max: MAX_OWNER_BYTES / GB,
    unit: 'GB',
    message: locationMessages.ownerBytesLimit(MAX_OWNER_BYTES / GB),
  },
  dailyBytes: {
    what: 'Pictures that an account uploads in a day',
    max: DAILY_QUOTA_BYTES / GB,
    unit: 'GB',
    message: dailyQuotaMessage(DAILY_QUOTA_BYTES / GB),
  },
  uploads: { what: 'Uploads of an account in progress', max: MAX_ACTIVE_UPLOADS, message: TOO_MANY_PENDING_UPLOADS },
  documents: { what: 'Documents of a location', max: MAX_DOCUMENTS, message: documentLimit(MAX_DOCUMENTS) },
  contacts: {
    what: 'Contacts of a location',
    max: MAX_CONTACTS,
    message: locationMessages.contactLimit(MAX_CONTACTS),
  },
  tasks: {
    what: 'Open requests to the owner of a location',
    max: MAX_OPEN_TASKS,
    message: locationMessages.taskLimit(MAX_OPEN_TASKS),
  },
  reasonTemplates: {
    what: 'Templates of reasons',
    max: MAX_REASON_TEMPLATES,
    message: locationMessages.reasonTemplateLimit(MAX_REASON_TEMPLATES),
  },
  options: { what: 'Options of a list', max: MAX_OPTIONS, message: optionLimit(MAX_OPTIONS) },
  bulkPreviews: {
    what: 'Bulk changes of an account that are checked and not started',
    max: MAX_PREVIEWS,
    message: previewLimit(MAX_PREVIEWS),
  },
  imports: {
    what: 'Uploaded files of an account that are not imported',
    max: MAX_WAITING_IMPORTS,
    message: waitingImportLimit(MAX_WAITING_IMPORTS),
  },
  views: {
    what: 'Views of a list, for an account, and for the team',
    max: MAX_OWN_VIEWS,
    message: tooManyOwnViews(MAX_OWN_VIEWS),
  },
  synonyms: { what: 'Synonyms', max: MAX_RULES, message: TOO_MANY_RULES },
  pins: { what: 'Searches with pinned results', max: MAX_PINS, message: TOO_MANY_PINS },
  pages: { what: 'Pages of the site', max: MAX_PAGES, message: pageLimit(MAX_PAGES) },
  dataExports: {
    what: 'Archives of personal data that an account requests in a day',
    max: MAX_DAILY_EXPORTS,
    message: exportLimit(MAX_DAILY_EXPORTS),
  },
  lookBooks: {
    what: 'Look-books that an account makes in a day',
    max: MAX_DAILY_LOOK_BOOKS,
    message: lookBookLimit(MAX_DAILY_LOOK_BOOKS),
  },
  enquiries: { what: 'Enquiries of a sender in a day', max: MAX_DAILY_ENQUIRIES, message: TOO_MANY_ENQUIRIES },
  enquiryFiles: {
    what: 'Files that a network uploads for enquiries and has not sent',
    max: MAX_UNSENT_FILES.network,
    message: TOO_MANY_UNSENT_FILES,
  },
  replies: { what: 'Messages of a participant in an hour', max: REPLY_LIMIT.max, message: TOO_MANY_REPLIES },
  teamMessages: {
    what: 'Messages of the team in an enquiry',
    max: MAX_TEAM_MESSAGES,
    message: caseMessages.messageLimit(MAX_TEAM_MESSAGES),
  },
  notes: { what: 'Notes on an enquiry', max: MAX_NOTES, message: caseMessages.noteLimit(MAX_NOTES) },
  companies: { what: 'Companies', max: companies.MAX_COMPANIES, message: companyLimit(companies.MAX_COMPANIES) },
  people: { what: 'People of companies', max: companies.MAX_PEOPLE, message: personLimit(companies.MAX_PEOPLE) },
  productions: {
    what: 'Productions that an account adds in a day',
    max: productions.MAX_DAILY_PRODUCTIONS,
    message: productionMessages.productionLimit(productions.MAX_DAILY_PRODUCTIONS),
  },
  productionNotes: {
    what: 'Notes on a production',
    max: productions.MAX_NOTES,
    message: productionMessages.noteLimit(productions.MAX_NOTES),
  },
  productionLocations: {
    what: 'Locations of a production',
    max: productions.MAX_LOCATIONS,
    message: productionMessages.locationLimit(productions.MAX_LOCATIONS),
  },
  productionBoards: {
    what: 'Boards that answer a production',
    max: answers.MAX_BOARDS,
    message: productionMessages.boardLimit(answers.MAX_BOARDS),
  },
  sendings: {
    what: 'Sendings of boards to a production',
    max: answers.MAX_SENDINGS,
    message: productionMessages.sendingLimit(answers.MAX_SENDINGS),
  },
  dailySendings: {
    what: 'Sendings of boards to a production in a day',
    max: answers.MAX_DAILY_SENDINGS,
    message: productionMessages.dailySendingLimit(answers.MAX_DAILY_SENDINGS),
  },
  productionEnquiries: {
    what: 'Enquiries of a production',
    max: productions.MAX_ENQUIRIES,
    message: productionMessages.enquiryLimit(productions.MAX_ENQUIRIES),
  },
  viewings: {
    what: 'Viewings of a production',
    max: viewings.MAX_VIEWINGS,
    message: viewingMessages.viewingLimit(viewings.MAX_VIEWINGS),
  },
  viewingStops: {
    what: 'Stops of a viewing',
    max: viewings.MAX_STOPS,
    message: viewingMessages.stopLimit(viewings.MAX_STOPS),
  },
  viewingMails: {
    what: 'Emails about the viewings of a production in a day',
    max: viewings.MAX_DAILY_MAILS,
    message: viewingMessages.mailLimit(viewings.MAX_DAILY_MAILS),
  },
  viewingAnswers: {
    what: 'Answers of owners about the viewings of a production in a day',
    max: viewings.MAX_DAILY_ANSWERS,
    message: viewingMessages.answerLimit(viewings.MAX_DAILY_ANSWERS),
  },
  unavailableDates: {
    what: 'Entries of unavailable dates of a location',
    max: availability.MAX_ENTRIES,
    message: availabilityMessages.entryLimit(availability.MAX_ENTRIES),
  },
  callOuts: {
    what: 'Call-outs of a production',
    max: callOuts.MAX_CALL_OUTS,
    message: callOutMessages.callOutLimit(callOuts.MAX_CALL_OUTS),
  },
  callOutPlaces: {
    what: 'Places that somebody suggests for a call-out',
    max: callOuts.MAX_PLACES,
    message: callOutMessages.placeLimit(callOuts.MAX_PLACES),
  },
  callOutPhotographs: {
    what: 'Photographs of an answer to a call-out',
    max: callOuts.MAX_PHOTOGRAPHS,
    message: callOutMessages.photographLimit(callOuts.MAX_PHOTOGRAPHS),
  },
  formulas: {
    what: 'Versions of formulas of impact figures',
    max: MAX_FORMULAS,
    message: impactMessages.formulaLimit(MAX_FORMULAS),
  },
  surveyMails: {
    what: 'Emails with the survey of a production in a day',
    max: surveys.MAX_DAILY_MAILS,
    message: impactMessages.mailLimit(surveys.MAX_DAILY_MAILS),
  },
  surveyAnswers: {
    what: 'Answers to the survey of a production in a day',
    max: surveys.MAX_DAILY_ANSWERS,
    message: impactMessages.answerLimit(surveys.MAX_DAILY_ANSWERS),
  },
  answerTemplates: {
    what: 'Templates of answers',
    max: MAX_ANSWER_TEMPLATES,
    message: templateLimit(MAX_ANSWER_TEMPLATES),
  },
} as const satisfies Readonly<Record<string, RowLimit>>;
type RowLimitName = keyof typeof ROW_LIMITS;

/** Why a route that changes data needs no limit of rows. The limit of requests applies to all of them. */
const NO_ROWS = {
  reads: 'It reads.',
  changes: 'It changes rows that exist.',
  version: 'It adds a version to the history of what it changes. The history is complete, and deleted with it.',
  oneEach: 'One row for each of what it is about.',
  expires: 'The rows expire, and calls or emails to one email address are limited.',
  verified: 'Human verification, an emailed link and the limit of requests; one account for each email address.',
} as const;

/** The limits of each route that adds rows, or why it needs none. A test compares it with the contract. */
export const ROUTE_ROWS: Readonly<Record<string, readonly RowLimitName[] | keyof typeof NO_ROWS>> = {
  'POST /login': ['sessions'],
  'POST /login/code': ['sessions'],
  'POST /login/passkey/begin': 'expires',
  'POST /login/passkey': ['sessions'],
  'POST /login/single-sign-on/begin': 'expires',
  'POST /login/single-sign-on': ['sessions'],
  'POST /session/confirm/single-sign-on': 'expires',
  'POST /session/confirm': 'changes',
  'POST /session/confirm/code': 'changes',
  'POST /session/confirm/passkey/begin': 'expires',
  'POST /session/confirm/passkey': 'changes',
  'PUT /user/password': 'changes',
  'POST /second-factors/authenticator': 'oneEach',
  'POST /second-factors/authenticator/confirm': 'changes',
  'POST /second-factors/passkeys/begin': 'expires',
  'POST /second-factors/passkeys': ['passkeys'],
  'POST /second-factors/recovery-codes': 'oneEach',
  'POST /api-tokens': ['tokens'],
  'POST /logout': 'changes',
  'POST /register': 'verified',
  'POST /users': 'expires',
  'POST /forgot-password': 'expires',
  'POST /resend-verification': 'expires',
  'POST /reset-password/validate': 'reads',
  'POST /reset-password': 'changes',
  'POST /verify-email': 'changes',
  'PUT /profile': 'expires',
  'PUT /users/{id}': 'expires',
  'POST /profile/data-exports': ['dataExports'],
  'POST /profile/data-exports/{id}/download': 'reads',
  'POST /profile/delete': 'changes',

  'POST /boards': ['boards'],
  'POST /boards/private': ['boards'],
  'PUT /boards/{id}': 'changes',
  'POST /boards/{id}/archive': 'changes',
  'POST /boards/{id}/duplicate': ['boards', 'duplicates', 'boardEntries', 'photographBytes'],
  'POST /boards/{id}/locations': ['boardLocations', 'boardEntries'],
  'PUT /boards/{id}/locations': 'changes',
  'PUT /boards/{id}/locations/{locationId}': 'changes',
  'PUT /boards/{id}/script': 'oneEach',
  'POST /boards/{id}/sections': ['boardSections'],
  'PUT /boards/{id}/sections/{sectionId}': 'changes',
  'POST /boards/{id}/locations/{locationId}/photographs': [
    'locationPhotographs',
    'boardPhotographs',
    'photographBytes',
    'dailyBytes',
    'uploads',
  ],
  'PUT /boards/{id}/photographs/{photographId}': 'changes',
  'POST /boards/{id}/locations/{locationId}/files': ['locationFiles', 'boardFiles', 'photographBytes'],
  'POST /boards/{id}/shares': ['shares', 'shareMails'],
  'PUT /boards/{id}/shares/{shareId}': 'changes',
  'POST /boards/{id}/link': 'changes',
  'POST /boards/{id}/look-books': ['lookBooks'],
  'POST /boards/{id}/look-books/preview': 'oneEach',
  'PUT /user/look-book-logo': 'oneEach',
  'POST /look-books/{id}/download': 'reads',
  'POST /boards/{id}/guest-links': ['guestLinks'],
  'PUT /boards/{id}/guest-links/{linkId}': 'changes',
  'POST /guest-boards/{secret}/password': ['guestBrowsers'],
  'POST /guest-boards/{secret}/guests': ['guests'],
  'PUT /guest-boards/{secret}/answers': ['answers'],
  'POST /shared-boards/{id}/invitation': 'reads',
  'POST /shared-boards/{id}/readers': ['boardReaders'],
  'POST /shared-boards/{id}/invitations': ['receivedShareMails'],

  'POST /companies': ['companies'],
  'PUT /companies/{id}': 'version',
  'PUT /companies/{id}/duplicates/{otherId}': 'oneEach',
  'POST /companies/{id}/merge': 'version',
  'POST /companies/{id}/revisions/{number}/restore': 'version',
  'POST /people': ['people'],
  'PUT /people/{id}': 'version',
  'PUT /people/{id}/duplicates/{otherId}': 'oneEach',
  'POST /people/{id}/merge': 'version',
  'POST /people/{id}/revisions/{number}/restore': 'version',

  'POST /locations': ['locations'],
  'PUT /locations/{id}': 'version',
  'PUT /locations/{id}/production-facts': 'version',
  'POST /locations/conflicts': 'reads',
  'POST /locations/{id}/unavailable-dates': ['unavailableDates'],
  'PUT /locations/{id}/unavailable-dates/{entryId}': 'version',
  'PUT /locations/{id}/draft': 'oneEach',
  'PUT /user/location-draft': 'oneEach',
  'POST /locations/similar': 'reads',
  'POST /locations/{id}/publish': 'version',
  'POST /locations/{id}/unpublish': 'version',
  'PUT /locations/{id}/status': 'version',
  'PUT /locations/{id}/owner': ['locations'],
  'POST /locations/{id}/merge': 'version',
  'POST /admin/locations/{id}/revisions/{number}/restore': 'version',
  'POST /locations/{id}/contacts': ['contacts'],
  'PUT /locations/{id}/contacts/{contactId}': 'changes',
  'POST /locations/{id}/images': ['images', 'ownerBytes', 'dailyBytes', 'uploads'],
  'PUT /locations/{id}/images/{imageId}': 'changes',
  'PUT /locations/{id}/uploads/{uploadId}': 'changes',
  'POST /locations/{id}/documents': ['documents'],
  'POST /locations/{id}/tasks': ['tasks'],
  'POST /locations/{id}/tasks/{taskId}/done': 'changes',
  'POST /locations/{id}/claim': 'oneEach',
  'POST /reason-templates': ['reasonTemplates'],
  'PUT /reason-templates/{id}': 'changes',
  'POST /options': ['options'],
  'PUT /options': 'changes',
  'PUT /options/{id}': 'changes',
  'PUT /options/{id}/areas': 'oneEach',

  'POST /admin/locations/search': 'reads',
  'POST /admin/locations/export': 'reads',
  'POST /admin/locations/export-selection': 'reads',
  'POST /admin/reviews/approvals': 'version',
  'POST /admin/bulk-changes': ['bulkPreviews'],
  'POST /admin/bulk-changes/{id}/start': 'version',
  'POST /admin/bulk-changes/{id}/cancel': 'changes',
  'POST /admin/bulk-changes/{id}/undo': 'version',
  'POST /admin/imports': ['imports'],
  'POST /admin/imports/{id}/sheet': 'changes',
  'POST /admin/imports/{id}/rows': 'changes',
  'POST /admin/imports/{id}/check': 'oneEach',
  'POST /admin/imports/{id}/reopen': 'changes',
  'POST /admin/imports/{id}/apply': 'oneEach',
  'POST /admin/duplicates/{a}/{b}/dismiss': 'changes',
  'POST /admin/duplicates/{a}/{b}/restore': 'changes',

  'POST /lists/{list}/views': ['views'],
  'PUT /list-views/{id}': ['views'],
  'PUT /lists/{list}/default-view': 'oneEach',
  'POST /search-synonyms': ['synonyms'],
  'PUT /search-synonyms/{id}': 'changes',
  'POST /search-synonyms/preview': 'reads',
  'PUT /search-thesaurus': 'oneEach',
  'POST /search-pins': ['pins'],
  'PUT /search-pins/{id}': 'changes',

  'POST /content/pages': ['pages'],
  'PUT /content/pages/{name}': 'changes',
  'PUT /content/menu': 'changes',
  'PUT /content/footer': 'changes',
  'POST /content/pages/{name}/publish': 'version',
  'POST /content/menu/publish': 'version',
  'POST /content/footer/publish': 'version',
  'POST /content/pictures': ['dailyBytes', 'uploads'],
  'POST /content/revisions/{name}/{number}/restore': 'changes',
  'PUT /maintenance': 'changes',

  'POST /enquire': ['enquiries'],
  'POST /enquiry-files': ['enquiryFiles'],
  'POST /enquiry-thread': 'reads',
  'POST /enquiry-thread/messages': ['replies'],
  'POST /enquiry-thread/files/{fileId}': 'reads',
  'PUT /enquiries/{id}': 'oneEach',
  'POST /enquiries/{id}/notes': ['notes'],
  'POST /enquiries/{id}/messages': ['teamMessages'],
  'POST /enquiries/{id}/participants': ['teamMessages'],
  'POST /productions': ['productions'],
  'POST /productions/{id}/duplicate': ['productions'],
  'POST /productions/changes': 'version',
  'PUT /productions/{id}': 'version',
  'POST /productions/{id}/timeline/{entryId}/restore': 'version',
  'PUT /productions/{id}/contacts': 'version',
  'POST /productions/{id}/notes': ['productionNotes'],
  'PUT /productions/{id}/locations/{locationId}': ['productionLocations'],
  'POST /productions/{id}/boards': ['boards', 'productionBoards'],
  'POST /productions/{id}/boards/{boardId}/sendings': [
    'sendings',
    'dailySendings',
    'guestLinks',
    'productionLocations',
    'teamMessages',
  ],
  'PUT /productions/{id}/enquiries/{enquiryId}': ['productionEnquiries'],
  'POST /productions/{id}/viewings': ['viewings'],
  'PUT /productions/{id}/viewings/{viewingId}': ['viewingMails'],
  'POST /productions/{id}/viewings/{viewingId}/ask': ['viewingMails'],
  'POST /productions/{id}/viewings/{viewingId}/send': ['viewingMails'],
  'POST /productions/{id}/viewings/{viewingId}/cancel': 'version',
  'POST /productions/{id}/viewings/{viewingId}/stops': ['viewingStops'],
  'PUT /productions/{id}/viewings/{viewingId}/stops/{stopId}': ['viewingMails'],
  'PUT /productions/{id}/viewings/{viewingId}/stops/{stopId}/contact': 'version',
  'POST /productions/{id}/viewings/{viewingId}/stops/{stopId}/answer': 'version',
  'POST /productions/{id}/viewings/{viewingId}/stops/{stopId}/cancel': 'version',
  'POST /viewing-request': 'reads',
  'POST /viewing-request/answer': ['viewingAnswers'],
  'POST /viewing-itinerary': 'reads',
  'POST /productions/{id}/call-outs': ['callOuts'],
  'PUT /productions/{id}/call-outs/{callOutId}': 'version',
  'POST /productions/{id}/call-outs/{callOutId}/send': 'oneEach',
  'POST /productions/{id}/call-outs/{callOutId}/close': 'version',
  'PUT /productions/{id}/call-outs/{callOutId}/wanted': 'version',
  'POST /productions/{id}/call-outs/{callOutId}/answers/{answerId}/offer': [
    'boards',
    'productionBoards',
    'boardLocations',
    'boardEntries',
    'productionLocations',
  ],
  'POST /productions/{id}/call-outs/{callOutId}/answers/{answerId}/location': ['locations'],
  'POST /call-out': 'reads',
  'POST /call-out/answer': 'changes',
  'POST /call-out/places': ['callOutPlaces'],
  'POST /call-out/photographs': ['callOutPhotographs', 'dailyBytes', 'uploads'],
  'POST /call-out-photographs/{photographId}': 'changes',
  'POST /call-out/photographs/delete': 'changes',
  'POST /call-out/stop': 'changes',
  'PUT /call-out-emails': 'oneEach',
  'PUT /productions/{id}/impact': 'version',
  'POST /productions/{id}/impact/estimates': 'version',
  'PUT /productions/{id}/survey': ['surveyMails'],
  'POST /wrap-survey': 'reads',
  'POST /wrap-survey/answer': ['surveyAnswers'],
  'POST /impact/publish': 'oneEach',
  'POST /impact/unpublish': 'changes',
  'POST /impact-formulas': ['formulas'],
  'POST /impact-formulas/{id}/retire': 'changes',
  'POST /enquiry-templates': ['answerTemplates'],
  'PUT /enquiry-templates/{id}': 'changes',

  'POST /notifications/{id}/toggle-read': 'changes',
  'POST /operations/mails/{id}/retry': 'changes',
  'POST /operations/mails/retry': 'changes',
  'POST /operations/jobs/{queue}/{id}/retry': 'changes',
};
