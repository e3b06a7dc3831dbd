import { SECRET_PLACEHOLDER } from '../../platform/mail/link-secrets.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { type Sender, renderSiteMail } from '../../platform/mail/site-mail.ts';
import { formatDay, formatDayRange } from '../../platform/text/dates.ts';
import { formatCount, formatNumber } from '../../platform/text/numbers.ts';
import { BRIEF_LABEL } from './messages.ts';
import type { CallOut } from './schema.ts';

interface Recipient {
  readonly email: string;
  readonly first_name: string;
  /** Of the locations of an owner; empty for a film office. */
  readonly titles: readonly string[];
}

/** Locations that an email names: with more it is a list that nobody reads. */
const MAX_NAMED = 10;

/** Asks an owner or a film office. The email has nothing of the production but the brief. */
export function callOutMail(
  callOut: Pick<CallOut, 'brief' | 'days_from' | 'days_to' | 'last_day'>,
  { email, first_name, titles }: Recipient,
  sender: Sender,
): Mail {
  const { brief, last_day } = callOut;
  const days = formatDayRange(callOut.days_from, callOut.days_to);
  const named = titles.slice(0, MAX_NAMED);
  const more = titles.length - named.length;
  const mail = renderSiteMail(sender, {
    kind: 'call-out',
    recipient: email,
    name: first_name,
    subject: titles.length > 0 ? 'A production may be looking for your location' : 'A production looks for locations',
    paragraphs: [
      titles.length > 0
        ? 'We look for a location for a production, and yours may fit. Please tell us whether it is possible.'
        : 'We look for a location for a production. Please tell us if you know a place in your area.',
    ],
    quote: { label: BRIEF_LABEL, text: brief },
    facts: [
      ...(days === '' ? [] : [['Days of filming', days] as const]),
      ['Answer by', formatDay(last_day)],
      ...named.map((title) => ['Your location', title] as const),
      ...(more > 0 ? [['And', formatCount(more, 'further location')] as const] : []),
    ],
    action: { label: 'Answer', url: `${sender.siteUrl}/call-out?from=mail#token=${SECRET_PLACEHOLDER}` },
    notes: [
      'You need no account to answer. The link is for you: whoever has it can answer for you.',
      ...(titles.length > 0
        ? ['You have agreed to these emails in your profile. On the page of the link you can stop them.']
        : []),
    ],
  });
  return { ...mail, hasLink: true };
}

/** What was answered to a call-out since the last email. */
export interface NewAnswers {
  /** Of the production. */
  readonly id: string;
  readonly reference: string;
  readonly yes: number;
  readonly no: number;
  readonly suggested: number;
}

/** Tells the office that there are answers. Who has given them is on the page, for those who may see it. */
export function answersMail(
  { id, reference, yes, no, suggested }: NewAnswers,
  recipient: string,
  sender: Sender,
): Mail {
  const facts = [
    ['Yes', yes],
    ['No', no],
    ['Suggested places', suggested],
  ] as const;
  return renderSiteMail(sender, {
    kind: 'call-out-answers',
    recipient,
    subject: `[${reference}] New answers to a call-out`,
    paragraphs: ['Owners or film offices have answered a call-out.'],
    facts: facts.flatMap(([label, count]) => (count === 0 ? [] : [[label, formatNumber(count)] as const])),
    action: { label: 'See the answers', url: `${sender.siteUrl}/admin/productions/${id}` },
    notes: ['You get at most one such message about a call-out in four hours, however many answers there are.'],
  });
}
