#!/bin/sh
# ical.js 2.2.1: yearly rules of two kinds, both among the examples of RFC 5545, 3.8.5.3, become weekly without an error, and a place is
# blocked on every Monday. A yearly event on 29 February takes place on 1 March, and one on 31 April on
# 1 May, where the RFC says that dates which do not exist are left out; the same for months is right. Seen:
#   every 20th Monday: 1997-05-19 1997-05-26 1997-06-02
#   Monday of week 20: 1997-05-19 1997-05-26 1997-06-02
#   yearly on 29 February: 2024-02-29 2025-03-01 2026-03-01
#   31 January and 31 April: 2026-01-31 2026-05-01 2027-01-31
#   monthly on the 31st: 2026-01-31 2026-03-31 2026-05-31
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . ical.js@2.2.1
cat > seen.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import ICAL from 'ical.js';

/** Name, first date, rule, the dates of the RFC, and those that were seen. */
const rules = [
  ['every 20th Monday', '1997-05-19', 'FREQ=YEARLY;BYDAY=20MO', '1997-05-19 1998-05-18 1999-05-17', '1997-05-19 1997-05-26 1997-06-02'],
  ['Monday of week 20', '1997-05-12', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997-05-12 1998-05-11 1999-05-17', '1997-05-19 1997-05-26 1997-06-02'],
  ['yearly on 29 February', '2024-02-29', 'FREQ=YEARLY', '2024-02-29 2028-02-29 2032-02-29', '2024-02-29 2025-03-01 2026-03-01'],
  ['31 January and 31 April', '2026-01-31', 'FREQ=YEARLY;BYMONTH=1,4;BYMONTHDAY=31', '2026-01-31 2027-01-31 2028-01-31', '2026-01-31 2026-05-01 2027-01-31'],
  ['monthly on the 31st', '2026-01-31', 'FREQ=MONTHLY', '2026-01-31 2026-03-31 2026-05-31', '2026-01-31 2026-03-31 2026-05-31'],
];
for (const [name, start, rule, meant, expected] of rules) {
  const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromString(start));
  const dates = [1, 2, 3].map(() => iterator.next().toString()).join(' ');
  console.log(`${name}: ${dates}${dates === meant ? '' : ` (RFC 5545: ${meant})`}`);
  assert.equal(dates, expected);
}
SCRIPT
node seen.mjs
