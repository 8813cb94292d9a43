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

test('PAY-10: a failure is reported by its errorCode, or by the general text if the code has none', () => {
  expect(problemText(t, { kind: 'refused', errorCode: 'cardDeclined' })).toBe(errors.errorCode.cardDeclined);
  for (const errorCode of ['somethingNew', undefined])
    expect(problemText(t, { kind: 'refused', errorCode })).toBe(errors.errorCode.unknownError);
});

test('PAY-10: an error while starting or finishing shows its own message, or the text of its code', () => {
  const withMessage = new ApiError({
    status: 409,
    errorCode: 'verificationUsed',
    body: { message: 'In its own words' },
  });
  expect(problemText(t, { kind: 'failed', error: withMessage })).toBe('In its own words');
  const withoutMessage = new ApiError({
    status: 0,
    errorCode: 'offline',
    message: 'The service did not answer',
  });
  expect(problemText(t, { kind: 'failed', error: withoutMessage })).toBe(errors.errorCode.offline);
});
