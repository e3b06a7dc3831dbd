import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { getMoment } from '../../platform/text/day-bounds.ts';
import { setLocale } from '../../platform/text/locale.ts';
import { type CalendarEvent, toCalendar } from './calendar.ts';

const event: CalendarEvent = {
  method: 'REQUEST',
  uid: 'viewing-1@recce.example',
  sequence: 3,
  summary: 'Recce: Heron',
  description: '10:00–11:00 Weir mill',
  from: new Date('2027-03-27T10:00:00Z'),
  to: new Date('2027-03-27T11:00:00Z'),
  organizer: { name: 'Recce', email: 'locations@recce.example' },
  attendee: { name: 'Isla "Grant"', email: 'isla@crew.example' },
  isConfirmed: false,
  at: new Date('2027-03-01T09:00:00.123Z'),
};

/** Reads the properties of a calendar file as RFC 5545 says: unfolded, with unescaped values. */
function read(text: string): Map<string, string> {
  const lines = text.replaceAll('\r\n ', '').split('\r\n').slice(0, -1);
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^([\w-]+(?:;(?:[^":;]|"[^"]*")*)*):(.*)$/s.exec(line) ?? [];
      return [name, value.replace(/\\(.)/gs, (_, character: string) => (character === 'n' ? '\n' : character))];
    }),
  );
}

describe('a calendar file', () => {
  test('has one event with its identity, sequence, times in UTC and participants', () => {
    expect(Object.fromEntries(read(toCalendar(event)))).toMatchObject({
      METHOD: 'REQUEST',
      UID: 'viewing-1@recce.example',
      SEQUENCE: '3',
      STATUS: 'CONFIRMED',
      DTSTAMP: '20270301T090000Z',
      DTSTART: '20270327T100000Z',
      DTEND: '20270327T110000Z',
      'ORGANIZER;CN="Recce"': 'mailto:locations@recce.example',
      'ATTENDEE;CN="Isla  Grant ";ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION': 'mailto:isla@crew.example',
    });
    expect(toCalendar({ ...event, isConfirmed: true }).replaceAll('\r\n ', '')).toContain('PARTSTAT=ACCEPTED:mailto:');
    expect(Object.fromEntries(read(toCalendar({ ...event, method: 'CANCEL', sequence: 4 })))).toMatchObject({
      METHOD: 'CANCEL',
      UID: 'viewing-1@recce.example',
      SEQUENCE: '4',
      STATUS: 'CANCELLED',
    });
  });

  test('has any text as it is, in lines of at most 75 bytes', () => {
    const character = fc.constantFrom(...'aé–🎬字\\;,:"\n ');
    const text = fc.string({ unit: character, maxLength: 120 });
    fc.assert(
      fc.property(text, (description) => {
        const file = toCalendar({ ...event, description });
        expect(read(file).get('DESCRIPTION')).toBe(description);
        expect(read(file).get('UID')).toBe(event.uid);
        expect(Math.max(...file.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
      }),
    );
  });
});

describe('the moment of a time', () => {
  afterEach(() => setLocale(() => ({ language: 'en-GB', timeZone: 'UTC' })));

  test.each([
    ['Europe/London', '2027-03-27', '10:00', '2027-03-27T10:00:00.000Z'],
    ['Europe/London', '2027-03-28', '10:00', '2027-03-28T09:00:00.000Z'],
    ['Europe/London', '2027-03-28', '00:30', '2027-03-28T00:30:00.000Z'],
    // The clock shows 00:59, then 02:00.
    ['Europe/London', '2027-03-28', '01:30', '2027-03-28T01:30:00.000Z'],
    ['Europe/London', '2027-10-31', '00:30', '2027-10-30T23:30:00.000Z'],
    // The clock shows it twice.
    ['Europe/London', '2027-10-31', '01:30', '2027-10-31T00:30:00.000Z'],
    ['Europe/London', '2027-10-31', '10:00', '2027-10-31T10:00:00.000Z'],
    ['America/St_Johns', '2027-07-01', '09:15', '2027-07-01T11:45:00.000Z'],
    ['Pacific/Auckland', '2027-01-05', '09:00', '2027-01-04T20:00:00.000Z'],
  ])('in %s, %s at %s is %s', (timeZone, day, time, moment) => {
    setLocale(() => ({ language: 'en-GB', timeZone }));
    expect(getMoment(day, time).toISOString()).toBe(moment);
  });
});
