import type { Email } from 'postal-mime';

type Attachment = Email['attachments'][number];

/** Words for attachments that are not files to people. The email stays in the mailbox. */
const SPECIAL_PARTS: readonly (readonly [type: RegExp, name: RegExp, describe: (part: Attachment) => string])[] = [
  [/^text\/calendar$|^application\/ics$/, /\.ics$/i, describeMeeting],
  [
    /^application\/(?:x-)?pkcs7-signature$|^application\/pgp-signature$/,
    /^smime\.p7s$|^signature\.asc$/i,
    () => 'This email has a digital signature. It can be checked in the mailbox.',
  ],
  [
    /^application\/(?:x-)?pkcs7-mime$|^application\/pgp-encrypted$/,
    /^smime\.p7m$|^encrypted\.asc$/i,
    () => 'This email is encrypted or sealed. Open it in the mailbox, or ask the sender to send it without encryption.',
  ],
  [
    /^application\/(?:vnd\.)?ms-tnef$/,
    /^win(?:mail|dat)\.dat$/i,
    () =>
      'Outlook has packed the attachments in a way that only Outlook can open (winmail.dat). Ask the sender for the files.',
  ],
  [/^text\/(?:x-)?vcard$/, /\.vcf$/i, () => 'A contact card came with this email. Open it in the mailbox.'],
  [/^message\/rfc822$/, /\.(?:eml|msg)$/i, () => 'Another email was attached to this one. Open it in the mailbox.'],
];

/** Answers to a meeting invitation (RFC 5545, PARTSTAT). */
const ANSWERS: Readonly<Record<string, string>> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  TENTATIVE: 'accepted tentatively',
};

function describeMeeting({ method, content }: Attachment): string {
  const text = typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString();
  const kind = method ?? /^METHOD:(\w+)/im.exec(text)?.[1]?.toUpperCase();
  if (kind === 'REPLY') {
    const answer = ANSWERS[/;PARTSTAT="?([\w-]+)/i.exec(text.replace(/\r?\n[ \t]/g, ''))?.[1]?.toUpperCase() ?? ''];
    return `This email answers an invitation to a meeting${answer ? `: ${answer}` : ''}.`;
  }
  if (kind === 'CANCEL') return 'This email cancels a meeting. Open it in the mailbox.';
  return 'An invitation to a meeting came with this email. Open it in the mailbox.';
}

/** Describes an attachment that is a part of the email rather than a file, in a sentence for the team; undefined for a file. */
export function describeSpecialPart(part: Attachment): string | undefined {
  return SPECIAL_PARTS.find(([type, name]) => type.test(part.mimeType) || name.test(part.filename ?? ''))?.[2](part);
}
