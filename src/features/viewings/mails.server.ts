import { SECRET_PLACEHOLDER } from '../../platform/mail/link-secrets.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { type Sender, renderSiteMail } from '../../platform/mail/site-mail.ts';
import { formatDay } from '../../platform/text/dates.ts';
import { getMoment } from '../../platform/text/day-bounds.ts';
import { formatCount } from '../../platform/text/numbers.ts';
import { type CalendarEvent, toCalendar } from './calendar.ts';
import { mayWeVisit } from './messages.ts';
import { type Answer, STOP_STATES, type StopState } from './schema.ts';

/** A viewing as its emails describe it. */
export interface Visit {
  readonly id: string;
  readonly version: number;
  readonly production_id: string;
  /** The reference, which only the office reads. */
  readonly reference: string;
  /** The name of the production outside the office. */
  readonly production: string;
  readonly day: string;
  readonly people: number;
  readonly note: string | null;
}

export interface Slot {
  readonly title: string;
  readonly slot_from: string;
  readonly slot_to: string;
}

/** A stop as its owner has it in a calendar. */
interface OwnersStop extends Slot {
  readonly id: string;
  /** Counts the times that the owner was asked for. */
  readonly version: number;
}

/** Whether the owner may have a calendar file: of this time, or of one that it replaced. */
export function mayBeInCalendar({ state, version }: { readonly state: StopState; readonly version: number }): boolean {
  return state === 'CONFIRMED' || version > 1;
}

/** What an email with a calendar file needs. */
type CalendarContext = Sender & { readonly at: Date };

/** Somebody with an email address. */
interface Recipient {
  readonly name: string;
  readonly email: string;
}

export const formatSlot = ({ slot_from, slot_to }: Slot): string => `${slot_from}–${slot_to}`;
const formatVisit = ({ day }: Visit, slot: Slot): string => `${formatDay(day)}, ${formatSlot(slot)}`;

const toFacts = (visit: Visit, slot: Slot) =>
  [
    ['Location', slot.title],
    ['Day', formatDay(visit.day)],
    ['Time', formatSlot(slot)],
    ['Party', formatCount(visit.people, 'person', 'people')],
    ['Production', visit.production],
  ] as const;

/**
 * Asks an owner for a time. A time that they had confirmed leaves their calendar.
 * @param isChange whether they were asked for another one before
 */
export function requestMail(
  visit: Visit,
  stop: OwnersStop & { readonly state: StopState },
  recipient: Recipient,
  isChange: boolean,
  context: CalendarContext,
): Mail {
  const { title } = stop;
  const mail = renderSiteMail(context, {
    kind: 'viewing-request',
    recipient: recipient.email,
    name: recipient.name,
    subject: `${isChange ? 'New time for a' : 'A'} visit to ${title}: ${formatVisit(visit, stop)}`,
    heading: isChange ? `A new time for the visit to ${title}` : mayWeVisit(title),
    paragraphs: [
      isChange
        ? 'The time of a visit by people of a production has changed. Please tell us whether it suits you; an earlier answer no longer counts.'
        : 'People of a production would like to see this location, to find out whether they can film there. Please tell us whether the time suits you.',
      ...(stop.state === 'CONFIRMED' ? ['The attached file removes the earlier time from your calendar.'] : []),
    ],
    facts: toFacts(visit, stop),
    action: { label: 'Answer', url: toLink(context, 'viewing') },
    notes: [
      'The link works until the end of the day of the visit. Whoever has it can answer for you: do not pass it on.',
      'The party gets your contact details if you confirm, for this day and the day before only.',
    ],
  });
  if (stop.state !== 'CONFIRMED') return { ...mail, hasLink: true };
  return { ...mail, hasLink: true, calendar: createOwnerCalendar('CANCEL', visit, stop, recipient, context) };
}

/** Confirms an answer to the owner who gave it: with a calendar file, which takes away that of an earlier answer if they have declined. */
export function ownerAnswerMail(
  visit: Visit,
  stop: OwnersStop & { readonly answer: Answer },
  recipient: Recipient,
  context: CalendarContext,
): Mail {
  const isConfirmed = stop.answer === 'CONFIRMED';
  const mail = renderSiteMail(context, {
    kind: 'viewing-answered',
    recipient: recipient.email,
    name: recipient.name,
    subject: `Visit to ${stop.title} ${STOP_STATES[stop.answer].toLowerCase()}: ${formatVisit(visit, stop)}`,
    paragraphs: [
      isConfirmed
        ? 'Thank you for confirming this visit. The attached file adds it to your calendar.'
        : 'Thank you for telling us. This visit will not take place; the attached file removes it from your calendar if it is there.',
    ],
    facts: toFacts(visit, stop),
    notes: ['Reply to this email if something changes.'],
  });
  return {
    ...mail,
    calendar: createOwnerCalendar(isConfirmed ? 'REQUEST' : 'CANCEL', visit, stop, recipient, context),
  };
}

/** Tells an owner that nobody will come. */
export function cancellationMail(
  visit: Visit,
  stop: OwnersStop & { readonly state: StopState },
  recipient: Recipient,
  context: CalendarContext,
): Mail {
  const mail = renderSiteMail(context, {
    kind: 'viewing-cancelled',
    recipient: recipient.email,
    name: recipient.name,
    subject: `Visit to ${stop.title} cancelled: ${formatVisit(visit, stop)}`,
    paragraphs: ['This visit will not take place. You do not need to do anything.'],
    facts: toFacts(visit, stop),
    notes: ['Thank you for your time. Reply to this email if you have a question.'],
  });
  if (!mayBeInCalendar(stop)) return mail;
  return { ...mail, calendar: createOwnerCalendar('CANCEL', visit, stop, recipient, context) };
}

/** Tells the office what an owner has answered. */
export function answerMail(
  visit: Visit,
  stop: Slot & { readonly answer: Answer; readonly note: string | null },
  recipient: string,
  sender: Sender,
): Mail {
  return renderSiteMail(sender, {
    kind: 'viewing-answer',
    recipient,
    subject: `[${visit.reference}] ${stop.title}: ${STOP_STATES[stop.answer].toLowerCase()}, ${formatVisit(visit, stop)}`,
    paragraphs: [`The owner has ${stop.answer === 'CONFIRMED' ? 'confirmed the visit' : 'declined the visit'}.`],
    facts: toFacts(visit, stop),
    ...(stop.note !== null && { quote: { label: 'Note', text: stop.note } }),
    action: { label: 'Open the production', url: `${sender.siteUrl}/admin/productions/${visit.production_id}` },
    notes: [],
  });
}

type Stop = Slot & { readonly state: StopState };

/** Sends a person of the party the itinerary, with a calendar file. */
export function itineraryMail(
  visit: Visit,
  stops: readonly Stop[],
  recipient: Recipient,
  context: CalendarContext,
): Mail {
  const mail = renderSiteMail(context, {
    kind: 'viewing-itinerary',
    recipient: recipient.email,
    name: recipient.name,
    subject: `Itinerary for ${formatDay(visit.day)}: ${visit.production}`,
    paragraphs: [
      `These are the locations to visit on ${formatDay(visit.day)}. This email replaces earlier ones about the day.`,
      ...(visit.note === null ? [] : [visit.note]),
    ],
    facts: stops.map((stop) => [formatSlot(stop), `${stop.title} (${STOP_STATES[stop.state].toLowerCase()})`]),
    action: { label: 'Open the itinerary', url: toLink(context, 'itinerary') },
    notes: [
      'From the day before, the link shows where the confirmed locations are and whom to ask for there. It is recorded when you read that.',
      'The link is for you: do not pass it on.',
    ],
  });
  return { ...mail, hasLink: true, calendar: createCalendar('REQUEST', visit, stops, recipient, context) };
}

/** Tells a person of the party that the day is cancelled, or that they are not expected any more. */
export function partyCancellationMail(
  visit: Visit,
  stops: readonly Stop[],
  recipient: Recipient,
  context: CalendarContext,
): Mail {
  const mail = renderSiteMail(context, {
    kind: 'viewing-cancelled',
    recipient: recipient.email,
    name: recipient.name,
    subject: `Cancelled: itinerary for ${formatDay(visit.day)}, ${visit.production}`,
    paragraphs: [
      `You are not expected on ${formatDay(visit.day)} any more. The link to the itinerary no longer counts.`,
    ],
    notes: ['Reply to this email if you have a question.'],
  });
  return { ...mail, calendar: createCalendar('CANCEL', visit, stops, recipient, context) };
}

/** One event from the first to the last stop. Positions and contacts are not in it: calendars are shared, and stay. */
function createCalendar(
  method: CalendarEvent['method'],
  visit: Visit,
  stops: readonly Stop[],
  attendee: Recipient,
  context: CalendarContext,
): string {
  const from = stops.map(({ slot_from }) => slot_from).toSorted()[0] ?? '00:00';
  const to =
    stops
      .map(({ slot_to }) => slot_to)
      .toSorted()
      .at(-1) ?? '23:59';
  return toCalendar({
    ...toEvent(method, visit, { from, to }, attendee, context),
    uid: `viewing-${visit.id}@${new URL(context.siteUrl).hostname}`,
    summary: `Recce: ${visit.production}`,
    description: [
      ...(visit.note === null ? [] : [visit.note]),
      ...stops.map((stop) => `${formatSlot(stop)} ${stop.title} (${STOP_STATES[stop.state].toLowerCase()})`),
    ].join('\n'),
    isConfirmed: false,
  });
}

/** The visit to one location. */
function createOwnerCalendar(
  method: CalendarEvent['method'],
  visit: Visit,
  { id, title, slot_from, slot_to }: OwnersStop,
  attendee: Recipient,
  context: CalendarContext,
): string {
  return toCalendar({
    ...toEvent(method, visit, { from: slot_from, to: slot_to }, attendee, context),
    uid: `viewing-stop-${id}@${new URL(context.siteUrl).hostname}`,
    summary: `Visit to ${title}`,
    description: `${visit.production}, ${formatCount(visit.people, 'person', 'people')}`,
    isConfirmed: true,
  });
}

function toEvent(
  method: CalendarEvent['method'],
  visit: Visit,
  { from, to }: { readonly from: string; readonly to: string },
  attendee: Recipient,
  { site, at }: CalendarContext,
) {
  return {
    method,
    sequence: visit.version,
    from: getMoment(visit.day, from),
    to: getMoment(visit.day, to),
    organizer: { name: site.name, email: site.mailbox },
    attendee,
    at,
  };
}

/** The secret is added when the email is sent. */
function toLink({ siteUrl }: Sender, page: 'viewing' | 'itinerary'): string {
  return `${siteUrl}/${page}?from=mail#token=${SECRET_PLACEHOLDER}`;
}
