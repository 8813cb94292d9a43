import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CoreRequest, instalmentFacts, policyFacts } from '@hofn/contracts';
import { expect, onTestFinished, test } from 'vitest';
import { newBook, openBook, writeBook } from './book.ts';
import { acceptRequest } from './requests.ts';
import { openingRecords } from './stories.ts';

const today = '2026-11-23';

test('CORE-13: an accepted offer issues one policy with its instalments, and ends the policy that it replaces', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hofn-book-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'book.json');
  writeBook(file, newBook(today, openingRecords(today)));
  const book = openBook(file, today);
  const replaced = book.get('policies', 'policy-2041188');
  const request = {
    ...{ id: 'r1', kind: 'offer', state: 'open', settledBy: 'core', requestedAt: `${today}T10:00:00Z` },
    ...{ customer: { ssn: '1201741429' }, effectiveOn: '2026-12-23', premium: 96_001, tariff: 'demo' },
    ...{ language: 'is', policy: { id: replaced?.id, number: '2041188' }, figures: null, messages: [] },
    offer: {
      ...{ number: '8204417', product: 'kasko', insured: { is: 'Toyota RAV4', en: 'Toyota RAV4' } },
      ...{ covers: [], parts: [{ id: 'base', amount: 96_001 }], instalmentsPerYear: 12, terms: ['BK10'] },
      ...{ deductible: 140_000, sumInsured: null, shownHash: null },
    },
    outcome: null,
  } as unknown as CoreRequest;
  const number = acceptRequest(book, request, today);
  const issued = book.all('policies').filter(({ facts }) => facts.number === number);
  expect(issued.map(({ facts }) => policyFacts.parse(facts))).toMatchObject([
    { validFrom: '2026-12-23', validTo: '2027-12-22', premiumPerYear: 96_001, items: [{ kind: 'vehicle' }] },
  ]);
  expect(book.get('policies', 'policy-2041188')?.facts).toMatchObject({
    ...{ cancelledOn: today, validTo: '2026-12-22', renews: false },
  });
  const planned = book.all('instalments').filter(({ facts }) => facts.policy === issued[0]?.key);
  expect(planned.map(({ facts }) => instalmentFacts.parse(facts).dueDate).slice(0, 2)).toEqual([
    '2026-12-23',
    '2027-01-23',
  ]);
  expect(planned.reduce((sum, { facts }) => sum + facts.amount, 0)).toBe(96_001);
  expect(acceptRequest(book, request, today)).toBe(number);
  expect(book.all('policies').filter(({ facts }) => facts.number === number)).toHaveLength(1);
});
