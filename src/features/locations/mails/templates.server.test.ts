import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../platform/settings/config.ts';
import {
  type MailedLocation,
  type OwnerMailKind,
  toOwnerMail,
  toReasonsQuote,
  toTeamMail,
} from './templates.server.ts';

const sender = { site: readConfig({}).site, siteUrl: 'https://recce.example' };
const mill: MailedLocation = {
  id: '3f1c9a52-7f54-4d0e-9f3a-2f1f5a0b6c11',
  title: 'Weir & <mill>',
  nearesttown: 'Stirling',
  publishedurl: null,
  owner: { first_name: 'Morag', last_name: 'Sinclair', email: 'morag@weir.example' },
};
const online = { ...mill, publishedurl: 'weir-mill' };

describe('emails to owners', () => {
  it.each([
    ['registered', mill, 'https://recce.example/locations/3f1c9a52-7f54-4d0e-9f3a-2f1f5a0b6c11'],
    ['begun', mill, 'https://recce.example/locations/3f1c9a52-7f54-4d0e-9f3a-2f1f5a0b6c11'],
    ['submitted', mill, 'https://recce.example/locations/3f1c9a52-7f54-4d0e-9f3a-2f1f5a0b6c11/preview'],
    ['moved-back', mill, 'https://recce.example/locations/3f1c9a52-7f54-4d0e-9f3a-2f1f5a0b6c11'],
    ['published', online, 'https://recce.example/find-a-location/weir-mill'],
    ['offline', mill, 'https://recce.example/locations/3f1c9a52-7f54-4d0e-9f3a-2f1f5a0b6c11'],
    ['ownership-assigned', mill, 'https://recce.example/locations/3f1c9a52-7f54-4d0e-9f3a-2f1f5a0b6c11'],
  ] as const satisfies [OwnerMailKind, MailedLocation, string][])(
    '%s: as text and HTML, with one link',
    (kind, location, link) => {
      const mail = toOwnerMail(kind, location, sender);
      expect(mail).toMatchObject({ kind: `location-${kind}`, recipient: 'morag@weir.example' });
      expect(mail.replyTo).toBe(sender.site.mailbox);
      expect(mail.subject).toContain('Weir & <mill>');
      expect(mail.text).toContain('Dear Morag,');
      expect(mail.text.match(/https:\S+/g)).toEqual([link]);
      expect(mail.html).toContain('Weir &#38; &#60;mill&#62;');
      expect(mail.html).not.toContain('<mill>');
      expect(mail.html).toContain(`href="${link}"`);
    },
  );

  it('say what to change below the usual text, or nothing without reasons', () => {
    const plain = toOwnerMail('moved-back', mill, sender, toReasonsQuote({ note: '', reasons: [] }));
    expect(plain).toEqual(toOwnerMail('moved-back', mill, sender));
    const quote = toReasonsQuote({
      note: 'Thank you, this is nearly complete.',
      reasons: [
        { part: 'description', text: 'Please say how a lorry gets in.' },
        { part: 'images', text: 'Photos of the rear, please.' },
        { part: 'latitude', text: 'The point is in the river.' },
      ],
    });
    const mail = toOwnerMail('moved-back', mill, sender, quote);
    const [usual] = plain.text.split('\n\nEdit your location');
    expect(mail.text.startsWith(usual!)).toBe(true);
    expect(mail.text).toContain(
      [
        'What to change:',
        '> Thank you, this is nearly complete.',
        '> ',
        '> Description: Please say how a lorry gets in.',
        '> Images: Photos of the rear, please.',
        '> Position on the map: The point is in the river.',
      ].join('\n'),
    );
  });

  it('ownership removed: without a link to the location', () => {
    const mail = toOwnerMail('ownership-removed', online, sender);
    expect(mail.text).toContain('Weir & <mill> was listed with your account.');
    expect(mail.text).not.toContain('https:');
  });

  it('mentions the published page, if there is one', () => {
    const sentence = 'The published page stays as it is.';
    expect(toOwnerMail('submitted', online, sender).text).toContain(sentence);
    expect(toOwnerMail('submitted', mill, sender).text).not.toContain(sentence);
  });
});

describe('emails to the Locations Team', () => {
  it('name the location and its owner, who gets the replies', () => {
    const mail = toTeamMail(mill, sender);
    expect(mail).toMatchObject({
      kind: 'location-waiting',
      recipient: sender.site.mailbox,
      replyTo: 'morag@weir.example',
      subject: 'Weir & <mill> is waiting for approval',
    });
    expect(mail.text).toContain('Morag Sinclair has sent a location for approval.');
    expect(mail.text).toContain('https://recce.example/admin/locations/3f1c9a52-7f54-4d0e-9f3a-2f1f5a0b6c11');
    expect(toTeamMail(online, sender).text).toContain('has sent changes to a location for approval.');
  });
});
