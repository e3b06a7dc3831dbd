import type { Mail } from '../../platform/mail/outbox.ts';
import { type Sender, siteMail } from '../../platform/mail/site-mail.ts';
import { INVITATIONS, type InvitedRole, ROLES } from './permissions.ts';
import type { Account } from './queries.server.ts';
import { LINK_MINUTES } from './tokens/commands.server.ts';

export type AccountMail =
  | 'verify-email'
  | 'address-in-use'
  | 'reset-password'
  | 'password-changed'
  | 'address-changing'
  | 'invitation';

/** Whom a mail is for; the name is left out where the address may be somebody else's. */
interface Recipient {
  readonly email: string;
  readonly firstName?: string;
}

/** Until its address is verified, nobody knows who chose the name of an account, and what it would say to whoever reads the mail. */
export function toRecipient(account: Pick<Account, 'email' | 'first_name' | 'email_verified_at'>): Recipient {
  const { email, first_name: firstName, email_verified_at } = account;
  return email_verified_at ? { email, firstName } : { email };
}

const LINK_NOTE = `The link works once, and for ${LINK_MINUTES} minutes.`;

/** Asks whether an address is theirs: of a new account, or for one that has another address so far. */
export function verifyAddressMail({ email }: Recipient, token: string, sender: Sender): Mail {
  return siteMail(sender, {
    ...to('verify-email', { email }),
    subject: 'Verify your e-mail address',
    paragraphs: [`Please confirm that this address is yours, so that you can use your account of ${sender.site.name}.`],
    action: { label: 'Verify e-mail address', url: `${sender.siteUrl}/verify-email?token=${token}` },
    notes: [
      LINK_NOTE,
      `You did not ask for an account, or to use this address for one? Then do nothing: without the link it cannot be used.`,
    ],
  });
}

/** Tells who has an account that somebody wanted one with the same address: most likely they themselves. */
export function addressInUseMail(recipient: Recipient, sender: Sender): Mail {
  return siteMail(sender, {
    ...to('address-in-use', recipient),
    subject: 'You have an account already',
    paragraphs: [
      `Somebody wanted to use this address for an account of ${sender.site.name}. It has one already, so nothing was changed.`,
      'If it was you, log in with this address. If you no longer know your password, you can choose a new one.',
    ],
    action: { label: 'Choose a new password', url: `${sender.siteUrl}/reset-password` },
    notes: ['If it was not you, do nothing: nobody but you was told that you have an account.'],
  });
}

export function resetPasswordMail(recipient: Recipient, token: string, sender: Sender): Mail {
  return siteMail(sender, {
    ...to('reset-password', recipient),
    subject: 'Choose a new password',
    paragraphs: [`You can now choose a new password for your account of ${sender.site.name}.`],
    action: { label: 'Choose a new password', url: `${sender.siteUrl}/reset-password?token=${token}` },
    notes: [LINK_NOTE, 'You did not ask for this? Then do nothing: your password stays as it is.'],
  });
}

export function passwordChangedMail(recipient: Required<Recipient>, sender: Sender): Mail {
  return siteMail(sender, {
    ...to('password-changed', recipient),
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your account of ${sender.site.name} was changed, and everybody who was signed in with it was logged out.`,
    ],
    action: { label: 'Log in', url: `${sender.siteUrl}/#log-in=/` },
    notes: [`It was not you? Choose a new password at once, and write to ${sender.site.mailbox}.`],
  });
}

/** Goes to the address that an account is about to leave, while whoever reads it can still do something about that. */
export function addressChangingMail(recipient: Recipient, sender: Sender): Mail {
  return siteMail(sender, {
    ...to('address-changing', recipient),
    subject: 'Your e-mail address is being changed',
    paragraphs: [
      `Somebody who is signed in with your account of ${sender.site.name} wants to use another e-mail address for it. It changes as soon as they confirm the new one.`,
      'If it was you, there is nothing to do here. If it was not, choose a new password now: that logs everybody out, and the address stays as it is.',
    ],
    action: { label: 'Choose a new password', url: `${sender.siteUrl}/reset-password` },
    notes: [`Too late? Write to ${sender.site.mailbox}.`],
  });
}

/** The same, where the Locations Team has begun it. */
export function addressChangedByTeamMail(recipient: Recipient, sender: Sender): Mail {
  return siteMail(sender, {
    ...to('address-changing', recipient),
    subject: 'Your e-mail address is being changed',
    paragraphs: [
      `The Locations Team of ${sender.site.name} is changing the e-mail address of your account. It changes as soon as the new one is confirmed.`,
      'If you have asked for this, there is nothing to do here. If you have not, choose a new password now: the address then stays as it is.',
    ],
    action: { label: 'Choose a new password', url: `${sender.siteUrl}/reset-password` },
    notes: [`Something is not right? Write to ${sender.site.mailbox}.`],
  });
}

/** Has a colleague choose the password of an account that was made for them. */
export function invitationMail(
  { email, role }: { readonly email: string; readonly role: InvitedRole },
  token: string,
  from: string,
  sender: Sender,
): Mail {
  return siteMail(sender, {
    ...to('invitation', { email }),
    subject: `You are invited to the ${ROLES[role].label} of ${sender.site.name}`,
    paragraphs: [
      `${from} has made an account for you, with which you can look after ${INVITATIONS[role]} of ${sender.site.name}. Choose a password to begin.`,
    ],
    action: { label: 'Choose a password', url: `${sender.siteUrl}/reset-password?token=${token}` },
    notes: [
      `${LINK_NOTE} When it is too old, ask for another one at ${sender.siteUrl}/reset-password.`,
      'You know nothing of this? Then do nothing: without the link the account cannot be used.',
    ],
  });
}

function to(kind: AccountMail, { email, firstName }: Recipient) {
  return { kind, recipient: email, name: firstName };
}
