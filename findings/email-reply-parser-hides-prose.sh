#!/bin/sh
# email-reply-parser 2.3.9 is asked for the visible text of an answer, to leave quotations out. It looks for the line that introduces one
# anywhere: a sentence that begins with "On" and ends with "wrote:" turns all that follows into a quotation, though no line is quoted and no
# address or time is in it. A sentence that begins like a mobile signature takes the rest with it too. Seen of two letters without quotation:
#   Thanks. | We can offer three rooms.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . email-reply-parser@2.3.9
cat > seen.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import EmailReplyParser from 'email-reply-parser';

const read = (text) => new EmailReplyParser().read(text);
const introduced = read(`Thanks.

On the 12th we can offer the mill. The owner, who is away, wrote:
"Come after nine."

The key is at the shop.
`);
const signed = read(`We can offer three rooms.

Sent from my phone, so forgive typos: the price is 400 a day, and
the yard is extra.
`);
const shown = [introduced, signed].map((mail) => mail.getVisibleText().trim());
console.log(shown.join(' | '));
assert.deepEqual(shown, ['Thanks.', 'We can offer three rooms.']);
const hidden = introduced.getFragments().filter((fragment) => fragment.isHidden());
assert.ok(hidden.some((fragment) => fragment.isQuoted() && fragment.getContent().includes('The key is at the shop.')));
SCRIPT
node seen.mjs
