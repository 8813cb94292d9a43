import { expect, test } from 'vitest';
import { isDatabaseUnavailable } from './database-outage.ts';

const withCode = (code: string) =>
  new Error('Failed query', { cause: Object.assign(new Error('x'), { code }) });

test.each(['ECONNREFUSED', 'ECONNRESET', '08006', '53300', '57P01'])(
  '%s says that the database does not answer',
  (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(true);
  },
);

test.each(['23505', '42601', '22P02', 'ERR_INVALID_ARG_TYPE'])('%s is not an outage', (code) => {
  expect(isDatabaseUnavailable(withCode(code))).toBe(false);
});
