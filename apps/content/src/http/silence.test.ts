import { expect, test } from 'vitest';
import { isSilent } from './silence.ts';

const withCode = (code: string) =>
  new Error('Failed query', { cause: Object.assign(new Error('x'), { code }) });

test.each(['ECONNREFUSED', 'ECONNRESET', '08006', '53300', '57P01'])(
  '%s says that the database does not answer',
  (code) => {
    expect(isSilent(withCode(code))).toBe(true);
  },
);

test.each(['23505', '42601', '22P02', 'ERR_INVALID_ARG_TYPE'])('%s is a fault of ours', (code) => {
  expect(isSilent(withCode(code))).toBe(false);
});
