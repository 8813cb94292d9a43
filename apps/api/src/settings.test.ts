import { expect, test } from 'vitest';
import { settingsSchema } from './settings.ts';

test('the address of a service is accepted only with a slash at the end', () => {
  for (const name of ['CARD_SERVICE_URL', 'BANK_SERVICE_URL', 'CRM_URL', 'REGISTER_URL', 'EID_URL']) {
    const problems = settingsSchema.safeParse({ [name]: 'https://partner.example/v1' }).error?.issues;
    expect(
      problems?.map(({ path, message }) => [path[0], message]),
      name,
    ).toEqual([[name, 'must end with a slash']]);
    expect(settingsSchema.safeParse({ [name]: 'https://partner.example/v1/' }).success, name).toBe(true);
  }
});

test('KT-9: the check digit of a kennitala is checked unless a setting, strict or off, says otherwise', () => {
  expect(settingsSchema.parse({}).KENNITALA_CHECK_DIGIT).toBe('strict');
  expect(settingsSchema.parse({ KENNITALA_CHECK_DIGIT: 'off' }).KENNITALA_CHECK_DIGIT).toBe('off');
  expect(settingsSchema.safeParse({ KENNITALA_CHECK_DIGIT: 'no' }).success).toBe(false);
});
