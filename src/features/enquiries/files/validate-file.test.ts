import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PDF } from '../../../../tests/support/enquiries.ts';
import { photograph } from '../../../../tests/support/photograph.ts';
import { wordDocument } from '../../../../tests/support/word-documents.ts';
import { toDownloadName } from './schema.ts';
import { validateFile } from './validate-file.server.ts';

const withObject = (object: string) =>
  Buffer.from(
    PDF.toString('latin1').replace('trailer', () => `4 0 obj ${object} endobj\ntrailer`),
    'latin1',
  );
/** A PDF whose dictionary is in a compressed object stream. */
const withObjectStream = (dictionary: string) => {
  const stream = deflateSync(Buffer.from(`5 0 ${dictionary}`)).toString('latin1');
  const header = `<</Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${stream.length}>>`;
  return withObject(`${header} stream\n${stream}\nendstream`);
};

describe('a file of an enquiry', () => {
  test('is accepted by its content', async () => {
    expect(await validateFile(PDF)).toBe('application/pdf');
    expect(await validateFile(await photograph(900, 700))).toBe('image/jpeg');
    expect(await validateFile(Buffer.from(wordDocument()))).toMatch(/wordprocessingml/);
    expect(await validateFile(withObjectStream('<</Type /Font>>'))).toBe('application/pdf');
    expect(await validateFile(withObject('<</Title (Launch of the /Launches)>>'))).toBe('application/pdf');
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a program', Buffer.from('MZ\x90\0')],
    ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['an incomplete PDF', PDF.subarray(0, -8)],
    ['a PDF with a script', withObject('<</S /JavaScript /JS (app.alert(1))>>')],
    ['a PDF with a script by another spelling', withObject('<</S /J#61vaScript>>')],
    ['a PDF that starts a program', withObject('<</S /Launch /F (cmd.exe)>>')],
    ['a PDF with embedded files', withObject('<</Names <</EmbeddedFiles 5 0 R>>>>')],
    ['an encrypted PDF', Buffer.from(PDF.toString().replace('/Root', '/Encrypt 4 0 R /Root'))],
    ['a PDF with a script in a compressed stream', withObjectStream('<</S /JavaScript>>')],
    ['a PDF that is also a web page', withObject('(<script>alert(1)</script>)')],
    ['a PDF that is also an archive', Buffer.concat([PDF, Buffer.from('PK\x05\x06'), Buffer.alloc(18)])],
  ])('is rejected: %s', async (_, content) => {
    await expect(validateFile(content)).rejects.toMatchObject({
      errorType: expect.stringMatching(/^(INVALID|UNSUPPORTED_MEDIA)$/),
    });
  });

  test('is rejected: a picture that is also an archive', async () => {
    const picture = Buffer.concat([await photograph(900, 700), Buffer.from('PK\x03\x04 and more')]);
    await expect(validateFile(picture)).rejects.toMatchObject({ errorType: 'UNSUPPORTED_MEDIA' });
  });

  test.each([
    ['../../plan.exe', '..-..-plan.exe.pdf'],
    ['Brief: night 1.PDF', 'Brief- night 1.pdf'],
    ['.pdf', 'file.pdf'],
  ])('is downloaded with the extension of its content: %s', (name, expected) => {
    expect(toDownloadName(name, 'application/pdf')).toBe(expected);
  });
});
