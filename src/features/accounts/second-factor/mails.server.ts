import { type Sender, renderSiteMail } from '../../../platform/mail/site-mail.ts';
import type { Mail } from '../../../platform/mail/outbox.ts';
import { type Recipient, addressTo, choosePasswordButton, seeHowYouLogInButton } from '../mails.server.ts';
import { ifNotYou } from '../messages.ts';

const FACTOR_CHANGES = {
  'authenticator-added': 'An authenticator app was set up for your account.',
  'authenticator-removed': 'The authenticator app of your account was removed.',
  'passkey-added': 'A passkey was added to your account.',
  'passkey-removed': 'A passkey of your account was removed.',
  'recovery-codes-replaced': 'The recovery codes of your account were replaced. The old ones no longer work.',
  'recovery-code-used': 'Somebody logged in to your account with a recovery code. It cannot be used again.',
  reset: 'The Locations Team has removed all second factors of your account, and logged it out everywhere.',
} as const;
export type FactorChange = keyof typeof FACTOR_CHANGES;

/**
 * Notifies of a change of the second factors of an account.
 * @param provider of its owner, if it has no password
 */
export function secondFactorMail(
  recipient: Required<Recipient>,
  change: FactorChange,
  sender: Sender,
  provider: string | undefined,
): Mail {
  return renderSiteMail(sender, {
    ...addressTo('second-factor-changed', recipient),
    subject: 'The log-in to your account has changed',
    paragraphs: [`${FACTOR_CHANGES[change]} This is about your account on ${sender.site.name}.`],
    action: seeHowYouLogInButton(sender),
    notes: [ifNotYou(sender.site.mailbox, provider)],
  });
}

/**
 * Warns that somebody knows the password of an account but not its second factor.
 * @param provider that they have used, if they have not entered the password
 */
export function wrongCodesMail(recipient: Required<Recipient>, sender: Sender, provider: string | undefined): Mail {
  const { mailbox, name } = sender.site;
  const step =
    provider === undefined
      ? `entered the right password of your account on ${name}`
      : `logged in with ${provider} for your account on ${name}`;
  return renderSiteMail(sender, {
    ...addressTo('wrong-codes', recipient),
    subject: provider === undefined ? 'Somebody knows your password' : `Somebody can log in with ${provider} as you`,
    paragraphs: [
      `Somebody has ${step}, and then entered several wrong codes. Your account is still safe: nobody was logged in.`,
      ...(provider === undefined ? [] : [ifNotYou(mailbox, provider)]),
    ],
    action: provider === undefined ? choosePasswordButton(sender) : seeHowYouLogInButton(sender),
    notes: ['If it was you, there is nothing to do.'],
  });
}
