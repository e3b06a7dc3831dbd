import type { z } from 'zod';
import { isLoopback } from './encrypted-connections.ts';

/** A mailbox that is read by IMAP. */
export interface MailboxConfig {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly isLoopback: boolean;
  readonly user: string;
  readonly password: string;
  /** The folder. */
  readonly path: string;
  /** Without the password. */
  readonly name: string;
}

/** A mailbox as the URL `imaps://USER:PASSWORD@HOST/FOLDER`, without a folder the inbox. @param url the schema of its URLs */
export const mailbox = (url: z.ZodType<string>) =>
  url
    .refine((text) => new URL(text).username !== '' && new URL(text).password !== '', {
      message: 'must have a user and a password: imaps://USER:PASSWORD@HOST/MAILBOX',
      abort: true,
    })
    .refine(isDecodable, { message: 'must have each % of the user, the password and the folder written as %25' })
    .transform(parseMailbox);

/** Whether all % of a text begin a code such as %2F. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function parseMailbox(text: string): MailboxConfig {
  const { protocol, hostname, port, username, password, pathname } = new URL(text);
  const secure = protocol === 'imaps:';
  const [user, path] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1)) || 'INBOX'];
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 993 : 143),
    secure,
    isLoopback: isLoopback(hostname),
    user,
    password: decodeURIComponent(password),
    path,
    name: `${user}@${hostname}/${path}`,
  };
}
