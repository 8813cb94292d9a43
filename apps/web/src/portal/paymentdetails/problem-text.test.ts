import { createTranslator } from '@hofn/texts';
import { errors } from '@hofn/texts/catalogue/en/errors.ts';
import { portal } from '@hofn/texts/catalogue/en/portal.ts';
import { shell } from '@hofn/texts/catalogue/en/shell.ts';
import { expect, test } from 'vitest';
import { ApiError } from '../../session/api-error.ts';
import { problemText } from './problem-text.ts';

const t = createTranslator('en', { ...shell, ...portal, ...errors }) as unknown as Parameters<
  typeof problemText
>[0];

test('PAY-10: a failure is told by its errorCode, one that has no text by the general one', () => {
  expect(problemText(t, { is: 'refused', errorCode: 'cardDeclined' })).toBe(errors.errorCode.cardDeclined);
  for (const errorCode of ['somethingNew', undefined])
    expect(problemText(t, { is: 'refused', errorCode })).toBe(errors.errorCode.unknownError);
});

test('PAY-10: an error of starting or finishing shows its own message, or else that of its code', () => {
  const own = new ApiError({
    status: 409,
    errorCode: 'verificationUsed',
    body: { message: 'In its own words' },
  });
  expect(problemText(t, { is: 'failed', error: own })).toBe('In its own words');
  const silent = new ApiError({ status: 0, errorCode: 'offline', message: 'The service did not answer' });
  expect(problemText(t, { is: 'failed', error: silent })).toBe(errors.errorCode.offline);
});
