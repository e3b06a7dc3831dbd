#!/bin/sh
# ts-ics 2.4.6 reads the start of an event with its time zone, its rule and its excluded dates, each of them right. `extendByRecurrenceRule`,
# the way to get the dates of the rule, knows nothing of the zone: it counts whole days of 24 hours from the first one. After the clocks
# change each date is an hour off, and an excluded date no longer equals any of them, so that it is not left out. Seen for three Mondays at
# 9 in London from 19 October, the second one excluded; the true answer is 08:00 and 09:00 UTC on 19 October and 2 November:
#   2026-10-19T08:00 2026-10-26T08:00 2026-11-02T08:00; excluded: 2026-10-26T09:00
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . ts-ics@2.4.6
cat > seen.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import { convertIcsCalendar, extendByRecurrenceRule } from 'ts-ics';

const text = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Owner//Calendar//EN
BEGIN:VTIMEZONE
TZID:Europe/London
BEGIN:STANDARD
DTSTART:19701025T020000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0100
TZOFFSETTO:+0000
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19700329T010000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZOFFSETFROM:+0000
TZOFFSETTO:+0100
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VEVENT
UID:mill@calendar.example
DTSTAMP:20261001T000000Z
DTSTART;TZID=Europe/London:20261019T090000
DTEND;TZID=Europe/London:20261019T110000
RRULE:FREQ=WEEKLY;COUNT=3
EXDATE;TZID=Europe/London:20261026T090000
SUMMARY:Blocked
END:VEVENT
END:VCALENDAR
`;
const [event] = convertIcsCalendar(undefined, text.replaceAll('\n', '\r\n')).events;
const exceptions = event.exceptionDates.map(({ date }) => date);
const dates = extendByRecurrenceRule(event.recurrenceRule, {
  start: event.start.date,
  end: new Date('2026-12-01'),
  exceptions,
});
const show = (list) => list.map((date) => date.toISOString().slice(0, 16)).join(' ');
const seen = `${show(dates)}; excluded: ${show(exceptions)}`;
console.log(seen);
assert.equal(seen, '2026-10-19T08:00 2026-10-26T08:00 2026-11-02T08:00; excluded: 2026-10-26T09:00');
SCRIPT
node seen.mjs
