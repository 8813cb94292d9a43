import { claimForm as english } from '@hofn/texts/catalogue/en/claim-form.ts';
import { claimForm } from '@hofn/texts/catalogue/is/claim-form.ts';
import { expect, test } from 'vitest';
import { contentFolder } from './content.ts';
import { defaultFolders } from './folders.ts';

const textsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [String(value)];
const promise = /ókeypis|(greiðir|kostar) .*ekkert|\bfree\b|nothing/;
const condition = /tryggð|trygging|insur/;

test('LIFE-46: pages about windscreens promise a free repair only to those with windscreen insurance', async () => {
  const { documents } = await contentFolder(defaultFolders.contentDir)();
  const pages = documents.filter(
    ({ type, uid }) => uid === 'windscreen' && ['event', 'claimLine', 'product'].includes(type),
  );
  const sentences = pages.flatMap(({ data }) => textsIn(data).flatMap((text) => text.split(/(?<=\.) /)));
  const promises = sentences.filter((sentence) => promise.test(sentence));
  expect(promises.length).toBeGreaterThan(5);
  expect(promises.filter((sentence) => !condition.test(sentence))).toEqual([]);
});

test('LIFE-46: the claim form, which knows the customer’s policies, promises nothing before it has read them', () => {
  for (const { claimLineIntro } of [claimForm, english])
    expect(claimLineIntro.windscreen).not.toMatch(promise);
});
