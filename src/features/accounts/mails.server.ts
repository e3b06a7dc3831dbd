import { SECRET_PLACEHOLDER } from '../../platform/mail/link-secrets.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { type Sender, renderSiteMail } from '../../platform/mail/site-mail.ts';
import { INVITATIONS, type InvitedRole, ROLES } from './permissions.ts';
import type { Account } from './queries.server.ts';
import { formatDateTime } from '../../platform/text/dates.ts';
import { CHOOSE_FIRST_PASSWORD, SEE_HOW_YOU_LOG_IN, ifNotYou, logInWith } from './messages.ts';
import { SECURITY_PAGE } from './page-access.ts';
import type { SessionOrigin } from './sessions/commands.server.ts';
import { UNKNOWN_DEVICE } from './messages.ts';
import { LINK_MINUTES } from './schema.ts';

const CHOOSE_PASSWORD = 'Choose a new password';
const ADDRESS_CHANGING = 'Your email address is being changed';

export type AccountMail =
  | 'verify-email'
  | 'address-in-use'
  | 'reset-password'
  | 'password-changed'
  | 'new-device'
  | 'address-changing'
  | 'invitation'
  | 'second-factor-changed'
  | 'wrong-codes'
  | 'single-sign-on-linked';

/** Recipient of an email; without a name where the email address may belong to somebody else. */
export interface Recipient {
  readonly email: string;
  readonly firstName?: string;
}

/**
 * Leaves out the name until the email address is verified: otherwise anyone could register an email address to send a text of their choice
 * to it.
 */
export function toRecipient(account: Pick<Account, 'email' | 'first_name' | 'email_verified_at'>): Recipient {
  const { email, first_name: firstName, email_verified_at } = account;
  return email_verified_at ? { email, firstName } : { email };
}

const LINK_NOTE = `The link works once, and for ${LINK_MINUTES} minutes.`;

/** Email with the link that verifies the email address of a new account, or a new email address of an existing one. */
export function verifyAddressMail({ email }: Recipient, sender: Sender): Mail {
  return withLink(
    renderSiteMail(sender, {
      ...addressTo('verify-email', { email }),
      subject: 'Verify your email address',
      paragraphs: [
        `Please confirm that this email address is yours, so that you can use your account on ${sender.site.name}.`,
      ],
      action: {
        label: 'Verify email address',
        url: `${sender.siteUrl}/verify-email?from=mail#token=${SECRET_PLACEHOLDER}`,
      },
      notes: [
        LINK_NOTE,
        `If you did not ask for an account, or to use this email address for one, do nothing: without the link it cannot be used.`,
      ],
    }),
  );
}

/**
 * Notifies the owner of an account that somebody, most likely they themselves, tried to register its email address again.
 * @param provider of the owner, if the account has no password
 */
export function addressInUseMail(recipient: Recipient, sender: Sender, provider: string | undefined): Mail {
  const isYou =
    provider === undefined
      ? 'log in with this email address. If you no longer know your password, you can choose a new one.'
      : `log in with ${provider}.`;
  return renderSiteMail(sender, {
    ...addressTo('address-in-use', recipient),
    subject: 'You already have an account',
    paragraphs: [
      `Somebody wanted to use this email address for an account on ${sender.site.name}. It already has one, so nothing was changed.`,
      `If it was you, ${isYou}`,
    ],
    action:
      provider === undefined ? choosePasswordButton(sender) : { label: 'Log in', url: `${sender.siteUrl}/#log-in=/` },
    notes: ['If it was not you, do nothing. We have told nobody else that you have an account.'],
  });
}

export function resetPasswordMail(recipient: Recipient, sender: Sender): Mail {
  return withLink(
    renderSiteMail(sender, {
      ...addressTo('reset-password', recipient),
      subject: CHOOSE_PASSWORD,
      paragraphs: [`You can now choose a new password for your account on ${sender.site.name}.`],
      action: { label: CHOOSE_PASSWORD, url: `${sender.siteUrl}/reset-password?from=mail#token=${SECRET_PLACEHOLDER}` },
      notes: [LINK_NOTE, 'If you did not ask for this, do nothing. Your password has not changed.'],
    }),
  );
}

/** Answers a request for a new password where the account has none: its owner logs in at a provider. */
export function noPasswordMail(recipient: Recipient, provider: string, sender: Sender): Mail {
  return renderSiteMail(sender, {
    ...addressTo('reset-password', recipient),
    subject: logInWith(provider),
    paragraphs: [
      `Somebody, most likely you, asked for a new password for your account on ${sender.site.name}. It has none: you log in with ${provider}.`,
    ],
    action: { label: 'Log in', url: `${sender.siteUrl}/#log-in=/` },
    notes: ['If you did not ask for this, do nothing.'],
  });
}

/** Notifies the owner of an account that it can now be used by single sign-on. */
export function linkedMail(recipient: Recipient, provider: string, sender: Sender): Mail {
  return renderSiteMail(sender, {
    ...addressTo('single-sign-on-linked', recipient),
    subject: `Your account is linked with ${provider}`,
    paragraphs: [
      `You have logged in to ${sender.site.name} with ${provider} for the first time. Anyone who can log in there with your email address can now use your account.`,
    ],
    action: seeHowYouLogInButton(sender),
    notes: [`If it was not you, write to ${sender.site.mailbox} immediately.`],
  });
}

/**
 * Notifies the owner of an account of a new password that was chosen with an emailed link.
 * @param isFirst whether it is the first proof that the email address is theirs
 */
export function passwordResetMail(
  recipient: Required<Recipient>,
  { isFirst, revokesTokens }: { isFirst: boolean; revokesTokens: boolean },
  sender: Sender,
): Mail {
  if (isFirst) {
    return renderPasswordMail(recipient, 'Your account is ready', sender, [
      `A password was chosen for your account on ${sender.site.name}. You can log in with it now.`,
    ]);
  }
  return changedPasswordMail(
    recipient,
    'and everybody who was signed in with it was logged out.',
    revokesTokens,
    sender,
  );
}

/** The same for a password that was changed in a session. */
export function passwordChangedMail(recipient: Recipient, revokesTokens: boolean, sender: Sender): Mail {
  const consequence = 'and everybody who was signed in with it elsewhere was logged out.';
  return changedPasswordMail(recipient, consequence, revokesTokens, sender);
}

function changedPasswordMail(recipient: Recipient, consequence: string, revokesTokens: boolean, sender: Sender): Mail {
  return renderPasswordMail(recipient, 'Your password was changed', sender, [
    `The password of your account on ${sender.site.name} was changed, ${consequence}`,
    ...(revokesTokens ? ['The service tokens of the account were revoked.'] : []),
  ]);
}

function renderPasswordMail(
  recipient: Recipient,
  subject: string,
  sender: Sender,
  paragraphs: readonly string[],
): Mail {
  return renderSiteMail(sender, {
    ...addressTo('password-changed', recipient),
    subject,
    paragraphs,
    action: { label: 'Log in', url: `${sender.siteUrl}/#log-in=/` },
    notes: [ifNotYou(sender.site.mailbox, undefined)],
  });
}

/**
 * Notifies the owner of an account of a log-in from a new browser.
 * @param provider that was used to log in, if any
 */
export function newDeviceMail(
  recipient: Recipient,
  origin: SessionOrigin & { at: Date },
  sender: Sender,
  provider?: string,
): Mail {
  return renderSiteMail(sender, {
    ...addressTo('new-device', recipient),
    subject: 'New log-in to your account',
    paragraphs: [
      `Somebody has logged in to your account on ${sender.site.name} in a browser that was not used for it before.`,
      'If it was you, there is nothing to do here.',
    ],
    facts: [
      ['When', formatDateTime(origin.at.toISOString())],
      ['Browser', origin.device ?? UNKNOWN_DEVICE],
      ...(origin.network === null ? [] : [['Network', origin.network] as const]),
    ],
    action: { label: 'See your sessions', url: `${sender.siteUrl}${SECURITY_PAGE}` },
    notes: [
      provider === undefined
        ? `If it was not you, choose a new password at ${sender.siteUrl}/reset-password: that logs everybody out.`
        : ifNotYou(sender.site.mailbox, provider),
      'The browser gives its own name. The network is the beginning of the IP address.',
    ],
  });
}

/**
 * Notifies the current email address of an account before it is replaced, so that its owner can prevent it.
 * @param provider of the owner, if the account has no password
 */
export function addressChangingMail(recipient: Recipient, sender: Sender, provider: string | undefined): Mail {
  const { mailbox, name } = sender.site;
  return renderSiteMail(sender, {
    ...addressTo('address-changing', recipient),
    subject: ADDRESS_CHANGING,
    paragraphs: [
      `Somebody who is signed in with your account on ${name} wants to use another email address for it. It changes as soon as they confirm the new one.`,
      provider === undefined
        ? 'If it was you, there is nothing to do here. If it was not, choose a new password now: that logs everybody out, and your email address stays as it is.'
        : `If it was you, there is nothing to do here. ${ifNotYou(mailbox, provider)}`,
    ],
    ...(provider === undefined
      ? { action: choosePasswordButton(sender), notes: [`If it is too late, write to ${mailbox}.`] }
      : { action: seeHowYouLogInButton(sender), notes: ['There you can also end all other sessions.'] }),
  });
}

/** Like addressChangingMail, for a change made by the Locations Team. */
export function addressChangedByTeamMail(recipient: Recipient, sender: Sender, provider: string | undefined): Mail {
  const { mailbox, name } = sender.site;
  return renderSiteMail(sender, {
    ...addressTo('address-changing', recipient),
    subject: ADDRESS_CHANGING,
    paragraphs: [
      `The Locations Team at ${name} is changing the email address of your account. It changes as soon as the new one is confirmed.`,
      provider === undefined
        ? 'If you have asked for this, there is nothing to do here. If you have not, choose a new password now: your email address then stays as it is.'
        : `If you have asked for this, there is nothing to do here. If you have not, write to ${mailbox} immediately.`,
    ],
    ...(provider === undefined
      ? { action: choosePasswordButton(sender), notes: [`If something is wrong, write to ${mailbox}.`] }
      : { action: seeHowYouLogInButton(sender), notes: [] }),
  });
}

/**
 * Email with the link to choose the password of an account that was created for a colleague.
 * @param provider where the colleague logs in instead, if passwords are off
 */
export function invitationMail(
  { email, role, office }: { readonly email: string; readonly role: InvitedRole; readonly office?: string | undefined },
  from: string,
  sender: Sender,
  provider?: string,
): Mail {
  const subject = office
    ? `You are invited to ${sender.site.name} for ${office}`
    : `You are invited to the ${ROLES[role].label} at ${sender.site.name}`;
  const purpose = `${from} has created an account for you, with which you can manage ${office ? `the locations of ${office}, and enquiries about them, at` : `${INVITATIONS[role]} of`} ${sender.site.name}.`;
  if (provider !== undefined) {
    return renderSiteMail(sender, {
      ...addressTo('invitation', { email }),
      subject,
      paragraphs: [`${purpose} Log in with ${provider} to get started.`],
      action: { label: 'Log in', url: `${sender.siteUrl}/#log-in=/admin` },
      notes: ['If you did not expect this, do nothing.'],
    });
  }
  return withLink(
    renderSiteMail(sender, {
      ...addressTo('invitation', { email }),
      subject,
      paragraphs: [`${purpose} Choose a password to get started.`],
      action: {
        label: CHOOSE_FIRST_PASSWORD,
        url: `${sender.siteUrl}/reset-password?from=invitation#token=${SECRET_PLACEHOLDER}`,
      },
      notes: [
        `${LINK_NOTE} If it has expired, request another one at ${sender.siteUrl}/reset-password.`,
        'If you did not expect this, do nothing: without the link the account cannot be used.',
      ],
    }),
  );
}

/** The button of an email that leads to choosing a password. */
export const choosePasswordButton = ({ siteUrl }: Sender) => ({
  label: CHOOSE_PASSWORD,
  url: `${siteUrl}/reset-password`,
});
/** The button of an email that leads to the security of the account. */
export const seeHowYouLogInButton = ({ siteUrl }: Sender) => ({
  label: SEE_HOW_YOU_LOG_IN,
  url: `${siteUrl}${SECURITY_PAGE}`,
});

/** The recipient and kind of an email. */
export function addressTo(kind: AccountMail, { email, firstName }: Recipient) {
  return { kind, recipient: email, name: firstName };
}

/** Marks an email whose link gets its secret when it is sent. */
function withLink(mail: Mail): Mail {
  return { ...mail, hasLink: true };
}
