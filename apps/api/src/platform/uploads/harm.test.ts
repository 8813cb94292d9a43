import { expect, test } from 'vitest';
import { looksHarmful } from './harm.ts';

const pdf = (objects: string) => Buffer.from(`%PDF-1.7\n${objects}\n%%EOF`, 'latin1');

test.each(['<< /S /JavaScript /JS (app.alert(1)) >>', '<< /S /J#61vaScript >>', '<< /Type /EmbeddedFile >>'])(
  'FORM-8: a PDF that acts by itself is refused: %s',
  (object) => {
    expect(looksHarmful(pdf(`1 0 obj\n${object}\nendobj`), 'application/pdf')).toBe(true);
  },
);

test('FORM-8: bytes of a stream that happen to spell a name do not make a PDF harmful', () => {
  const data = '\x9c/JS\x00\xff/XFA\x01';
  const object = `1 0 obj\n<< /Length ${data.length} >>\nstream\r\n${data}\nendstream\nendobj`;
  expect(looksHarmful(pdf(object), 'application/pdf')).toBe(false);
});
