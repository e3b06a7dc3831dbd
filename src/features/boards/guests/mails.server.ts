import { formatCount } from '../../../platform/text/numbers.ts';
import type { Mail } from '../../../platform/mail/outbox.ts';
import { type Sender, renderSiteMail } from '../../../platform/mail/site-mail.ts';
import { getBoardPath } from '../schema.ts';

/** New answers about the boards of one owner. */
export interface NewAnswers {
  readonly email: string;
  readonly first_name: string;
  readonly boards: readonly {
    readonly id: string;
    readonly title: string;
    readonly answers: number;
    readonly guests: readonly string[];
  }[];
}

/** Tells the owner of boards about new answers of guests. */
export function toAnswersMail({ email, first_name, boards }: NewAnswers, sender: Sender): Mail {
  const [first] = boards;
  const subject = boards.length === 1 ? `New answers about ${first!.title}` : 'New answers about your boards';
  return renderSiteMail(sender, {
    kind: 'guest-answers',
    recipient: email,
    name: first_name,
    subject,
    paragraphs: ['Your guests have answered.'],
    facts: boards.map(({ title, answers, guests }) => [
      title,
      `${formatCount(answers, 'answer')} by ${guests.join(', ')}`,
    ]),
    action: {
      label: 'See the answers',
      url: boards.length === 1 ? `${sender.siteUrl}${getBoardPath(first!)}/answers` : `${sender.siteUrl}/boards`,
    },
    notes: ['You get at most one such message in four hours, however many answers there are.'],
  });
}
