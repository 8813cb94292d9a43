import { expect, test } from 'vitest';
import { pdfWithObject } from '../pdf/testing-files.ts';
import { harmOf } from './harm.ts';

test('FORM-8: bytes of a stream that happen to spell a name do not make a PDF harmful, nor do longer names', async () => {
  const data = '\x9c/JS\x00\xff/XFA\x01/EmbeddedFile ';
  const object = `<< /Length ${data.length} >>\nstream\r\n${data}\nendstream`;
  expect(await harmOf(pdfWithObject(object), 'application/pdf')).toBeUndefined();
  expect(await harmOf(pdfWithObject('<< /Type /Page /JSON 1 >>'), 'application/pdf')).toBeUndefined();
});
