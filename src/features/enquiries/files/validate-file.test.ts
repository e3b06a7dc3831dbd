import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PDF } from '../../../../tests/support/enquiries.ts';
import { photograph } from '../../../../tests/support/photograph.ts';
import { documentWithChart, wordDocument, workbook } from '../../../../tests/support/word-documents.ts';
import { toDownloadName } from '../../documents/schema.ts';
import { validateFile } from './validate-file.server.ts';

const withObject = (object: string) =>
  Buffer.from(
    PDF.toString('latin1').replace('trailer', () => `4 0 obj ${object} endobj\ntrailer`),
    'latin1',
  );
/** A PDF whose dictionary is in a compressed object stream. @param header the entries that describe the stream */
const withObjectStream = (dictionary: string, header = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode') => {
  const stream = deflateSync(Buffer.from(`5 0 ${dictionary}`)).toString('latin1');
  return withObject(`<<${header} /Length ${stream.length}>> stream\n${stream}\nendstream`);
};
const SCRIPT = '<</S /JavaScript /JS (app.alert(1))>>';

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
    ['a PDF with a script between comments that look like a stream', withObject(`% stream\n${SCRIPT}\n% endstream\n`)],
    ['a PDF with a script between texts', withObject(`<</A (>>stream\n) /B ${SCRIPT} /C (endstream)>>`)],
    ['a PDF that starts a program in what looks like a stream', withObject('% stream\n<</S/Launch>>\n% endstream\n')],
    ...[
      '/Type /ObjStm /N 1 /First 4 /F#69lter /FlateDecode',
      '/Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode]',
      '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /DecodeParms <</Predictor 12>>',
      `/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /X (${'x'.repeat(3000)})`,
      '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /X (stream)',
      '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /X (endobj)',
      '/N 1 /First 4 /Filter /FlateDecode /Type /ObjStm >>% stream\nendstream',
    ].map((header): [string, Buffer] => [
      `a PDF with a script in a stream with ${header.slice(0, 90)}`,
      withObjectStream(SCRIPT, header),
    ]),
    ['a PDF that is also a web page', withObject('(<script>alert(1)</script>)')],
    ['a PDF that is also an archive', Buffer.concat([PDF, Buffer.from('PK\x05\x06'), Buffer.alloc(18)])],
  ])('is rejected: %s', async (_, content) => {
    await expect(validateFile(content)).rejects.toMatchObject({
      errorType: expect.stringMatching(/^(INVALID|UNSUPPORTED_MEDIA)$/),
    });
  });

  // Anybody can send a file: a check whose time grows with the square of the size would stop the node for hours.
  test.each(['stream\n', '<<', '>>stream\n', '/S%', '/S            ', 'obj<<'])(
    'is checked in time proportional to its size: %j',
    async (text) => {
      const content = Buffer.from(`%PDF-1.4\n${text.repeat(5_000_000 / text.length)}\n%%EOF`);
      expect(await validateFile(content)).toBe('application/pdf');
    },
  );

  test('is checked in time proportional to its size: the formula of a workbook', async () => {
    const document = documentWithChart(workbook('|'.repeat(5_000_000)));
    expect(await validateFile(document)).toMatch(/wordprocessingml/);
    await expect(validateFile(documentWithChart(workbook('cmd|x!A1')))).rejects.toThrow('more than plain numbers');
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
