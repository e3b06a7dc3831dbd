#!/bin/sh
# node-ical 0.27.2: `expandRecurringEvent` is the way to get the dates of a repeated event, and applies excluded and changed ones. Dates that
# are added to the rule (RDATE), and a change of this and all later ones (RANGE=THISANDFUTURE), are read into the event and not applied:
# a calendar of blocked days looks free on the added one. ical.js expands both. Seen for two weekly dates, one added between them, and for
# three dates of which the second and later ones begin at noon:
#   node-ical: 5 12; ical.js: 5 8 12
#   node-ical: 9 12 9; ical.js: 9 12 12
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . node-ical@0.27.2 ical.js@2.2.1
cat > seen.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import ICAL from 'ical.js';
import ical from 'node-ical';

const event = (...lines) => ['BEGIN:VEVENT', 'UID:mill@calendar.example', 'DTSTAMP:20261001T000000Z', ...lines, 'END:VEVENT'];
const calendar = (...events) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Owner//Calendar//EN', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n');

function expandByNodeIcal(text) {
  const [found] = Object.values(ical.parseICS(text)).filter(({ type }) => type === 'VEVENT');
  const dates = ical.expandRecurringEvent(found, { from: new Date('2026-10-01'), to: new Date('2026-11-30') });
  return dates.map(({ start }) => start.toISOString());
}

function expandByIcalJs(text) {
  const [first, ...changes] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((it) => new ICAL.Event(it));
  for (const change of changes) first.relateException(change);
  const iterator = first.iterator();
  const dates = [];
  for (let next = iterator.next(); next; next = iterator.next())
    dates.push(first.getOccurrenceDetails(next).startDate.toJSDate().toISOString());
  return dates;
}

function compare(text, from, to) {
  const show = (dates) => dates.map((date) => Number(date.slice(from, to))).join(' ');
  return `node-ical: ${show(expandByNodeIcal(text))}; ical.js: ${show(expandByIcalJs(text))}`;
}

const TIMES = ['DTSTART:20261005T090000Z', 'DTEND:20261005T110000Z'];
const added = calendar(event(...TIMES, 'RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE:20261008T090000Z', 'SUMMARY:Blocked'));
const changed = calendar(
  event(...TIMES, 'RRULE:FREQ=WEEKLY;COUNT=3', 'SUMMARY:Blocked'),
  event(
    'RECURRENCE-ID;RANGE=THISANDFUTURE:20261012T090000Z',
    'DTSTART:20261012T120000Z',
    'DTEND:20261012T140000Z',
    'SUMMARY:Blocked',
  ),
);
const days = compare(added, 8, 10);
const hours = compare(changed, 11, 13);
console.log(`${days}\n${hours}`);
assert.equal(days, 'node-ical: 5 12; ical.js: 5 8 12');
assert.equal(hours, 'node-ical: 9 12 9; ical.js: 9 12 12');
SCRIPT
node seen.mjs
