import { createHash } from 'node:crypto';
import PostalMime, { type Email } from 'postal-mime';
import { withoutLinkSecrets } from '../../../platform/mail/link-secrets.ts';
import { MESSAGE_LENGTH } from '../cases/schema.ts';
import { toParagraphs } from '../schema.ts';
import { isAutomatic } from './automatic-mail.ts';
import { unfoldText, withoutFlowed } from './flowed-text.ts';
import { toPlainText } from './html-to-text.server.ts';
import { splitQuotedText } from './quoted-text.ts';
import { parseSenderAddress } from './sender-address.ts';
import { describeSpecialPart } from './special-parts.ts';

const MAX_QUOTED_LENGTH = 50_000;
/** Far more than is kept of an email. Finding what it quotes takes some microseconds for each character. */
const MAX_BODY_LENGTH = 100_000;
const MAX_ID_LENGTH = 900;
/** The latest ones count. */
const MAX_REFERENCES = 50;
/** Smaller pictures in the text are those of signatures. */
const MIN_INLINE_BYTES = 20_000;
/** The id of the email, in some followed by that of the attempt to send it. */
const MAIL_ID = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:\.[0-9a-f-]{36})?@/i;
/** Also with a version and a comment, as RFC 8601 permits. */
const DMARC_FAILED = /\bdmarc(?:\/\d+)?\s*(?:\([^)]{0,200}\)\s*)?=\s*fail\b/i;
const REFERENCE = /\bENQ-\d{4}-\d{5,}\b/gi;

interface MailAttachment {
  readonly name: string;
  readonly content: Buffer;
}

/** An email that came in, as far as it matters. */
export interface IncomingMail {
  /** Without brackets; a hash of the email if it has none. */
  readonly messageId: string;
  /** In lower case; null if it is not from one email address. */
  readonly from: string | null;
  /** The ids of emails of the outbox that it answers. */
  readonly answers: readonly string[];
  /** The references of enquiries in its subject. */
  readonly references: readonly string[];
  /** Whether a program has written it: an automatic reply, a report that an email could not be delivered, a newsletter. */
  readonly isAutomatic: boolean;
  /** Whether the mail server says that the email address of the sender is forged. */
  readonly isForged: boolean;
  /** Empty if it has attachments only. */
  readonly text: string;
  readonly quotedText: string | null;
  readonly isShortened: boolean;
  readonly attachments: readonly MailAttachment[];
  /** Sentences about parts that are no files, such as the answer to an invitation. */
  readonly notes: readonly string[];
}

/** Parses the source of an email. Rejects if it is not one. */
export async function parseMail(source: Uint8Array): Promise<IncomingMail> {
  const { source: fixed, isFlowed, deletesSpace } = withoutFlowed(source);
  const mail = await PostalMime.parse(fixed, { forceRfc822Attachments: true });
  const plain = isFlowed ? unfoldText(mail.text ?? '', deletesSpace) : (mail.text ?? '');
  const body = plain.trim() ? plain : toPlainText(mail.html ?? '');
  const { text, quoted } = splitQuotedText(
    withoutLinkSecrets(toParagraphs(body.slice(0, MAX_BODY_LENGTH)).toWellFormed()),
  );
  const from = getSender(mail);
  const parts = mail.attachments.map((part) => ({ part, note: describeSpecialPart(part) }));
  return {
    messageId: getMessageId(mail, source),
    from,
    answers: listAnswered(mail),
    references: [...new Set((mail.subject ?? '').toUpperCase().match(REFERENCE))],
    isAutomatic: isAutomatic(mail, from),
    isForged: getHeaders(mail, 'authentication-results').some((value) => DMARC_FAILED.test(value)),
    text: text.slice(0, MESSAGE_LENGTH).toWellFormed(),
    quotedText: quoted === null ? null : quoted.slice(0, MAX_QUOTED_LENGTH).toWellFormed(),
    isShortened: text.length > MESSAGE_LENGTH || body.length > MAX_BODY_LENGTH,
    attachments: parts.flatMap(({ part, note }) => (note === undefined ? toAttachment(part) : [])),
    notes: [...new Set(parts.flatMap(({ note }) => note ?? []))],
  };
}

function getHeaders({ headers }: Email, name: string): string[] {
  return headers.filter(({ key }) => key === name).map(({ value }) => value.trim());
}

function getMessageId({ messageId = '' }: Email, source: Uint8Array): string {
  const id = messageId.trim().replace(/^<|>$/g, '');
  const isUsable = id !== '' && id.length <= MAX_ID_LENGTH && !/[\s\p{Cc}]/u.test(id);
  return isUsable ? id.toWellFormed() : `sha256:${createHash('sha256').update(source).digest('hex')}`;
}

function getSender(mail: Email): string | null {
  const [header = '', ...others] = getHeaders(mail, 'from');
  return others.length > 0 ? null : parseSenderAddress(header);
}

function listAnswered(mail: Email): string[] {
  const ids = `${mail.references ?? ''} ${mail.inReplyTo ?? ''}`.split(/[\s<>,]+/).slice(-MAX_REFERENCES);
  return [...new Set(ids.flatMap((id) => MAIL_ID.exec(id)?.[1]?.toLowerCase() ?? []))];
}

function toAttachment({ filename, content, related, mimeType }: Email['attachments'][number]): MailAttachment[] {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
  if (bytes.length === 0 || (related && bytes.length < MIN_INLINE_BYTES)) return [];
  return [{ name: filename ?? `file.${mimeType.split('/')[1]?.replace(/\W.*/, '') ?? 'bin'}`, content: bytes }];
}
