import { SECRET_PLACEHOLDER } from '../../../platform/mail/link-secrets.ts';
import type { Mail } from '../../../platform/mail/outbox.ts';
import { type Sender, renderSiteMail } from '../../../platform/mail/site-mail.ts';
import { formatDay } from '../../../platform/text/dates.ts';
import { formatFigure } from '../format-figure.ts';
import { WHY_FIGURES, whatBrought } from '../messages.ts';
import { FIGURES, FIGURE_NAMES, type DeclaredFigures } from '../schema.ts';

/** A production as the emails of its survey describe it. */
export interface SurveyedProduction {
  readonly id: string;
  /** The reference, which only the office reads. */
  readonly reference: string;
  /** The name of the production outside the office. */
  readonly production: string;
}

/** Asks a contact for the figures. @param openUntil the last day of the link @param reminder 0 for the first email */
export function surveyMail(
  { production }: Pick<SurveyedProduction, 'production'>,
  recipient: { readonly name: string; readonly email: string },
  { openUntil, reminder }: { readonly openUntil: string; readonly reminder: number },
  sender: Sender,
): Mail {
  const mail = renderSiteMail(sender, {
    kind: 'wrap-survey',
    recipient: recipient.email,
    name: recipient.name,
    subject: `${reminder === 0 ? '' : 'Reminder: '}${whatBrought(production)}`,
    heading: whatBrought(production),
    paragraphs: [
      'Please tell us how long you have filmed here, with how many local people, and what was spent. It takes a few minutes, and estimates of yours help too.',
      WHY_FIGURES,
    ],
    action: { label: 'Enter the figures', url: `${sender.siteUrl}/wrap-survey?from=mail#token=${SECRET_PLACEHOLDER}` },
    notes: [
      `The link works until ${formatDay(openUntil)}. Whoever has it can answer for you: do not pass it on.`,
      'We remind you twice at most. Reply to this email if somebody else knows the figures.',
    ],
  });
  return { ...mail, hasLink: true };
}

/** Tells the office what a production has declared. */
export function answerMail(
  { id, reference }: SurveyedProduction,
  figures: DeclaredFigures,
  recipient: string,
  sender: Sender,
): Mail {
  return renderSiteMail(sender, {
    kind: 'wrap-survey-answer',
    recipient,
    subject: `[${reference}] Figures declared after the wrap`,
    paragraphs: ['The production has answered the survey.'],
    facts: FIGURE_NAMES.flatMap((name) => {
      const value = figures[name];
      return value === null ? [] : [[FIGURES[name], formatFigure(name, value)] as const];
    }),
    action: { label: 'Open the production', url: `${sender.siteUrl}/admin/productions/${id}` },
    notes: [],
  });
}
