import { describe, expect, test } from 'vitest';
import { splitQuotedText } from './quoted-text.ts';

const HEADERS = 'From: Recce <a@b.example>\nSent: Tuesday\nTo: Isla\nSubject: [ENQ]\n\nHow long?';
const ANSWER = 'Yes, two nights.\n\nThanks';

describe('separates the answer from the quotation', () => {
  test.each([
    [
      'Gmail',
      `${ANSWER}\n\nOn Tue, 24 Nov 2026 at 10:00, Recce <no-reply@recce.example> wrote:\n\n> How long?\n> Morag\n`,
    ],
    [
      'a broken introduction',
      `${ANSWER}\n\nOn Tue, 24 Nov 2026 at 10:00, Recce Scotland\n<no-reply@recce.example> wrote:\n> How long?\n`,
    ],
    [
      'Outlook',
      `${ANSWER}\n\n________________________________\nFrom: Recce <a@b.example>\nSent: Tuesday\nTo: Isla\nSubject: [ENQ]\n\nHow long?`,
    ],
    [
      'Outlook without a line',
      `${ANSWER}\n\nFrom: Recce <a@b.example>\nSent: Tuesday\nTo: Isla\nSubject: [ENQ]\n\nHow long?`,
    ],
    ['an original message', `${ANSWER}\n\n-----Original Message-----\nFrom: Recce\n\nHow long?`],
    ['German', `${ANSWER}\n\nAm 24.11.2026 um 10:00 schrieb Recce <a@b.example>:\n> How long?`],
    ['no introduction', `${ANSWER}\n\n> How long?`],
    ['a signature', `${ANSWER}\n\n-- \nIsla\n\nOn Tue, 24 Nov 2026, Recce wrote:\n> How long?`],
    ['an answer below', `On Tue, 24 Nov 2026, Recce wrote:\n> How long?\n\n${ANSWER}\n-- \nIsla`],
    ['a signature below', `${ANSWER}\n\n> How long?\n\n-- \nIsla`],
    [
      'a legal notice below',
      `${ANSWER}\n\nOn Tue, 24 Nov 2026, Recce wrote:\n> How long?\n\nThis email is confidential.`,
    ],
    ['a virus scanner below', `${ANSWER}\n\n> How long?\n\n-----\nVirus-free. www.scanner.example`],
    ['a telephone', `${ANSWER}\n\nSent from my iPhone\n\n> On 24 Nov 2026, Recce wrote:\n> How long?`],
    ['Outlook on a telephone', `${ANSWER}\n\nGet Outlook for Android\n________________________________\n${HEADERS}`],
    ['a German telephone', `${ANSWER}\n\nVon meinem iPhone gesendet\n\n> How long?`],
    [
      'an introduction of three lines',
      `${ANSWER}\n\nOn Tuesday, 24 November 2026 at 09:00:00 GMT,\nRecce Scotland\n<a@b.example> wrote:\n> How long?`,
    ],
    [
      'an introduction without an empty line before',
      `${ANSWER}\nOn 24 Nov 2026, Recce\n<a@b.example> wrote:\n> How long?`,
    ],
    ['HTML without marks', `${ANSWER}\n\nOn 24 Nov 2026 at 09:00, Recce <a@b.example> wrote:\n\nHow long?`],
    ['bold headers', `${ANSWER}\n\n${HEADERS.replace(/^(\w+:)/gm, '*$1*')}`],
    [
      'headers in the order of Hotmail',
      `${ANSWER}\n\nDate: Tue, 24 Nov 2026\nSubject: [ENQ]\nFrom: a@b.example\nTo: isla@x.example\n\nHow long?`,
    ],
    ['headers without a subject', `${ANSWER}\n\nFrom: Recce <a@b.example>\nSent: Tuesday\nTo: Isla\n\nHow long?`],
    ['headers apart', `${ANSWER}\n\nFrom: Recce\n\nSent: Tuesday\n\nTo: Isla\n\nSubject: [ENQ]\n\nHow long?`],
    ['Yandex Mail', `${ANSWER}\n\n24.11.2026, 09:00, "Recce" <a@b.example>:\n> How long?`],
    [
      'Yandex Mail with headers',
      `${ANSWER}\n\n----------------\nКому: Isla (isla@x.example);\nТема: [ENQ];\n24.11.2026, 09:00, "Recce" <a@b.example>:\n\nHow long?`,
    ],
    ['quotations in an unmarked one', `${ANSWER}\n\n${HEADERS}\n> Earlier\nEnd`],
  ])('of %s', (_, mail) => {
    const { text, quoted } = splitQuotedText(mail.replace(/\n/g, '\r\n'));
    expect(text).toBe(ANSWER);
    expect(quoted).toContain('How long?');
  });

  test.each([
    ['without a quotation', ANSWER, ANSWER],
    [
      'with answers in between',
      '> How long?\nTwo nights.\n> How many?\nForty.',
      '> How long?\nTwo nights.\n> How many?\nForty.',
    ],
    [
      'with a sentence that begins like an introduction',
      'On Monday we wrote:\nplease call.',
      'On Monday we wrote:\nplease call.',
    ],
    ['with a sender in the text', 'From: the pier\nwe walk.', 'From: the pier\nwe walk.'],
  ])('leaves an email %s', (_, mail, text) => {
    expect(splitQuotedText(mail)).toEqual({ text, quoted: null });
  });

  test.each([
    ['that is a quotation only', 'On Tue, 24 Nov 2026, Recce wrote:\n> How long?'],
    ['that is forwarded', `---------- Forwarded message ---------\n${HEADERS}`],
    ['that is a signature of a telephone only', 'Sent from my iPhone'],
    ['that is a signature only', '--\nIsla'],
    ['with a line of underscores', 'Signed for Northlight:\n\n____________________________\nName: Isla\n\nTwo nights.'],
    ['with directions', 'Two nights.\n\nFrom: Edinburgh\nTo: Perth\nDate: 5 May\n\nParking for six vans.'],
    [
      'with dates and an email address',
      'Our dates:\nDate: 5 May\nFrom: 9:00\nTo: 17:00\nContact: isla@x.example\nWe need parking too.',
    ],
    ['with an answer before the last line', 'Q: How long?\nA: Two nights.'],
    ['that ends like the signature of a telephone', 'The scripts:\nSent by courier from Perth.'],
    ['with a time and an address', 'Open 24/7 in 2026, write to isla@x.example:\nI am there.'],
  ])('shows all of an email %s', (_, mail) => {
    expect(splitQuotedText(mail)).toEqual({ text: mail, quoted: null });
  });

  test.each([
    'Sent you my mobile number yesterday: 07700 900123.',
    'Sent from my mobile number yesterday.',
    'Sent my phone.',
    'Getting the mobile crane there takes two hours.',
    'Get the smart parking permit from the council.',
    'Get Windows for the hall, please.',
    'Gesendet habe ich Ihnen meine Handynummer gestern.',
    'Enviado mi móvil ayer.',
    'Download the script on a tablet, please.',
  ])('keeps a last line that is no signature of a telephone: %s', (line) => {
    const mail = `Two nights.\n\n${line}`;
    expect(splitQuotedText(mail)).toEqual({ text: mail, quoted: null });
  });

  test.each([
    'Sent from my iPhone',
    'Sent from my Samsung Galaxy smartphone.',
    'Sent from my Galaxy S23 Ultra',
    'Sent from Outlook for iOS<https://aka.example/o0ukef>',
    'Sent from Yahoo Mail for iPhone',
    'Sent with Proton Mail secure email.',
    'Get Outlook for Android',
    'Von meinem iPhone gesendet',
    'Gesendet von Mail für Windows',
    'Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.',
    'Holen Sie sich Outlook für iOS',
    'Envoyé de mon iPhone',
    'Obtenez Outlook pour Android',
    'Enviado desde mi iPhone',
    'Enviado do meu iPhone',
    'Inviato da iPhone',
    'Verzonden vanaf mijn iPad',
    'Skickat från min iPhone',
    'Sendt fra min iPhone',
    'Lähetetty iPhonesta',
    "Wysłane z iPhone'a",
    'Odesláno z iPhonu',
    'Elküldve az iPhone-omról',
    'Trimis de pe iPhone-ul meu',
    'Στάλθηκε από το iPhone μου',
    'Отправлено с iPhone',
    'Надіслано з iPhone',
    'iPhone’umdan gönderildi',
  ])('moves a signature of a telephone to the quotation: %s', (line) => {
    expect(splitQuotedText(`Two nights.\n\n${line}`)).toEqual({ text: 'Two nights.', quoted: line });
  });

  test('loses no signature', () => {
    const mail = 'Two nights.\n\n-- \nIsla\n07700 900123';
    expect(splitQuotedText(mail)).toEqual({ text: 'Two nights.', quoted: '--\nIsla\n07700 900123' });
    expect(splitQuotedText(`${mail}\n\nOn 24/11/2026, Recce wrote:\n> How long?`).quoted).toMatch(/900123[^]*How long/);
    expect(splitQuotedText(`On 24/11/2026, Recce wrote:\n> How long?\n${mail}`).quoted).toMatch(/How long[^]*900123/);
  });

  test.each([
    '> Is the script confidential?\nYes, please keep it confidential.\n\n> How long?\nTwo nights.',
    'Hello,\n\n> Is the script confidential?\nYes, please keep it confidential.\n\n> How long?\nTwo nights.',
    'Hello,\n\n> Is the script confidential?\nThis email is confidential.\n\n> How long?\nTwo nights.',
    'Hello,\n\n> Is the script confidential?\nYes, please keep it confidential.',
    'Hello,\n\n> May we see the permit?\nI have scanned it for you.',
    'Hello,\n\n> Is the crew well?\nA virus went round.\n\n> How long?\n',
    'Hello,\n\n> Which nights?\n\n----------\n\nTwo nights.',
    'Hello,\n\n> Which nights?\nSent from my iPhone\n\nTwo nights.',
  ])('keeps answers between quotations: %j', (mail) => {
    expect(splitQuotedText(mail)).toEqual({ text: mail.trim(), quoted: null });
  });

  test.each([
    'CONFIDENTIALITY NOTICE: see our website.',
    'This e-mail is confidential and may be privileged. If you are not the intended recipient delete it.',
    'The information in this message is intended for the recipient only.\n\nNorthlight Ltd',
    'This email has been checked for viruses by Avast antivirus software.',
    'Registered charity number SC000000',
    'Diese E-Mail enthält vertrauliche Informationen.',
    'Ce message est confidentiel.',
    'Este mensaje es confidencial.',
    'Dit bericht is vertrouwelijk.',
    'Sent from my iPhone\n\nThis email is confidential.',
  ])('hides a legal notice below a quotation: %j', (notice) => {
    const quotation = `On 24/11/2026, Recce wrote:\n> How long?\n\n${notice}`;
    expect(splitQuotedText(`Two nights.\n\n${quotation}`)).toEqual({ text: 'Two nights.', quoted: quotation });
  });

  test('keeps a line that looks like a header of the quotation', () => {
    const mail = 'Q: How long?\nA: Two nights.\n\nOn Tue, 24 Nov 2026, Recce wrote:\n> How long?';
    expect(splitQuotedText(mail).text).toBe('Q: How long?\nA: Two nights.');
  });
});

const INTRODUCTIONS = {
  Basque: '2026/11/24 09:00(e)an, Recce <a@b.example>(e)k idatzi du:',
  Croatian: 'Dana uto, 24. stu 2026. u 09:00 Recce <a@b.example> je napisao:',
  Czech: 'út 24. 11. 2026 v 9:00 odesílatel Recce <a@b.example> napsal:',
  Danish: 'Den tirs. 24. nov. 2026 kl. 09.00 skrev Recce <a@b.example>:',
  Dutch: 'Op di 24 nov 2026 om 09:00 schreef Recce <a@b.example>:',
  Finnish: 'ti 24. marrask. 2026 klo 9.00 Recce (a@b.example) kirjoitti:',
  French: 'Le mar. 24 nov. 2026 à 09:00, Recce <a@b.example> a écrit\u00a0:',
  Gaelic: 'Air 24/11/2026 09:00, sgrìobh Recce <a@b.example>:',
  German: 'Am Di., 24. Nov. 2026 um 09:00 Uhr schrieb Recce <a@b.example>:',
  Greek: 'Στις Τρί 24 Νοε 2026 στις 9:00 π.μ., ο χρήστης Recce <a@b.example> έγραψε:',
  Hungarian: 'Recce <a@b.example> ezt írta (időpont: 2026. nov. 24., K, 9:00):',
  Irish: 'Ar 24/11/2026 09:00, scríobh Recce <a@b.example>:',
  Italian: 'Il giorno mar 24 nov 2026 alle ore 09:00 Recce <a@b.example> ha scritto:',
  Norwegian: 'tir. 24. nov. 2026 kl. 09:00 skrev Recce <a@b.example>:',
  Polish: 'wt., 24 lis 2026 o 09:00 Recce <a@b.example> napisał(a):',
  Portuguese: 'Em ter., 24 de nov. de 2026 às 09:00, Recce <a@b.example> escreveu:',
  Romanian: 'În mar., 24 nov. 2026 la 09:00, Recce <a@b.example> a scris:',
  Russian: 'вт, 24 нояб. 2026 г. в 09:00, Recce <a@b.example>:',
  Slovak: 'ut 24. 11. 2026 o 9:00 Recce <a@b.example> napísal(a):',
  Spanish: 'El mar, 24 nov 2026 a las 9:00, Recce (<a@b.example>) escribió:',
  Swedish: 'Den tis 24 nov. 2026 kl 09:00 skrev Recce <a@b.example>:',
  Turkish: 'Recce <a@b.example>, 24 Kas 2026 Sal, 09:00 tarihinde şunu yazdı:',
  Ukrainian: 'вт, 24 лист. 2026 р. о 09:00 Recce <a@b.example> пише:',
};
const HEADERS_BY_LANGUAGE = {
  Czech: 'Od Odesláno Komu Předmět',
  Danish: 'Fra Sendt Til Emne',
  Dutch: 'Van Verzonden Aan Onderwerp',
  Finnish: 'Lähettäjä Lähetetty Vastaanottaja Aihe',
  French: 'De Envoyé À Objet',
  German: 'Von Gesendet An Betreff',
  Greek: 'Από Στάλθηκε Προς Θέμα',
  Hungarian: 'Feladó Elküldve Címzett Tárgy',
  Italian: 'Da Inviato A Oggetto',
  Norwegian: 'Fra Sendt Til Emne',
  Polish: 'Od Wysłano Do Temat',
  Portuguese: 'De Enviado Para Assunto',
  Romanian: 'De\u00a0la Trimis Către Subiect',
  Russian: 'От Отправлено Кому Тема',
  Spanish: 'De Enviado Para Asunto',
  Swedish: 'Från Skickat Till Ämne',
  Turkish: 'Kimden Gönderildi Kime Konu',
};

describe('knows the introduction in', () => {
  test.each(Object.entries(INTRODUCTIONS))('%s', (_, introduction) => {
    for (const quotation of ['\n> How long?', '\n\n> How long?', '\n\nHow long?'])
      expect(splitQuotedText(`${ANSWER}\n\n${introduction}${quotation}`)).toEqual({
        text: ANSWER,
        quoted: `${introduction}${quotation}`,
      });
  });

  test.each(Object.entries(HEADERS_BY_LANGUAGE))('%s, as headers', (_, headers) => {
    const [from, date, to, subject] = headers.split(' ');
    const quotation = `${from}: Recce\n${date}: 24.11.2026 09:00\n${to}: Isla\n${subject}: [ENQ]\n\nHow long?`;
    for (const text of [
      quotation,
      quotation.replace(/^(.+?):/gm, '*$1:*'),
      quotation.replace(/^(.+?):/gm, '*$1*\u00a0:'),
    ])
      expect(splitQuotedText(`${ANSWER}\n\n${text}`)).toEqual({ text: ANSWER, quoted: text });
  });
});

test('looks for quotations in a long hostile text quickly', () => {
  const started = performance.now();
  for (const line of [
    '-'.repeat(100_000),
    ':\n'.repeat(50_000),
    'a:\n'.repeat(33_000),
    '2026 <a@b>:\n'.repeat(8_000),
    'From: a\n'.repeat(12_000),
    `Hi\n> Hi\n${'Sent from my iPhone\n\n'.repeat(4_000)}Hi`,
  ])
    splitQuotedText(line);
  expect(performance.now() - started).toBeLessThan(5_000);
});
