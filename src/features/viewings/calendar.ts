/** What a calendar file says about a visit. */
export interface CalendarEvent {
  readonly method: 'REQUEST' | 'CANCEL';
  /** The same for all files about one event. */
  readonly uid: string;
  /** Higher in each file that replaces another one. */
  readonly sequence: number;
  readonly summary: string;
  readonly description: string;
  readonly from: Date;
  readonly to: Date;
  readonly organizer: Participant;
  readonly attendee: Participant;
  /** Whether the attendee has confirmed already; otherwise their calendar asks them. */
  readonly isConfirmed: boolean;
  readonly at: Date;
}

interface Participant {
  readonly name: string;
  readonly email: string;
}

/**
 * Returns a calendar file with one event (RFC 5545). Its times are in UTC, so that they are right in every calendar without the rules of a
 * time zone.
 */
export function toCalendar(event: CalendarEvent): string {
  const { method, attendee } = event;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Recce//Viewings//EN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${escape(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${toUtc(event.at)}`,
    `DTSTART:${toUtc(event.from)}`,
    `DTEND:${toUtc(event.to)}`,
    `SUMMARY:${escape(event.summary)}`,
    `DESCRIPTION:${escape(event.description)}`,
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    `ORGANIZER;CN=${quote(event.organizer.name)}:mailto:${event.organizer.email}`,
    `ATTENDEE;CN=${quote(attendee.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=${event.isConfirmed ? 'ACCEPTED' : 'NEEDS-ACTION'}:mailto:${attendee.email}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** Such as 20261112T093000Z. */
function toUtc(moment: Date): string {
  return moment.toISOString().replace(/[-:]|\.\d+/g, '');
}

function escape(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);
}

/** A parameter has no escape for quotation marks. */
function quote(text: string): string {
  return `"${text.replace(/["\p{Cc}]/gu, ' ')}"`;
}

/** Of a line in bytes, without its end. A continuation begins with a blank, which counts. */
const LINE_LENGTH = 75;

function fold(line: string): string {
  let folded = '';
  let length = 0;
  for (const character of line) {
    const bytes = Buffer.byteLength(character);
    if (length + bytes > LINE_LENGTH) {
      folded += '\r\n ';
      length = 1;
    }
    folded += character;
    length += bytes;
  }
  return folded;
}
