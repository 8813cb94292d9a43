import { coreBodies } from '../../testing-bodies.ts';
import type { Line } from './generated-lines.ts';

const twice = (text: string) => ({ is: text, en: `${text} (en)` });
const bodyOf = (call: string) => (coreBodies[call] as { facts: Record<string, unknown> }).facts;

/** Types of facts that e-mails are sent about, unless they are quiet. */
export const newsTypes = ['policies', 'claims', 'documents-to-sign'];

/**
 * Facts of the types that come after customers' policies and accounts, with products of their own, in the order in which
 * single calls accept them. For tests only.
 * @param customers kennitalas
 * @param policies a policy's key and the place of its customer
 * @param file key of a PDF that is in the file store
 */
export const linesOfOtherTypes = (
  customers: readonly string[],
  policies: ReadonlyArray<{ key: string; customer: number }>,
  file: string,
): { before: Line[]; after: Line[] } => {
  const line = (type: string, key: string, facts: Record<string, unknown>): Line => ({
    ...{ type, key, version: 1, facts },
  });
  const files = { is: file, en: file };
  const before = [
    line('premium-part-types', 'helmet', bodyOf('putPremiumPartType')),
    line('item-fact-types', 'frame', bodyOf('putItemFactType')),
    line('terms', 'HJ10', bodyOf('putTerms')),
    line('products', 'bike', { ...bodyOf('putProduct'), terms: ['HJ10'] }),
    line('tariffs', '2030-1', bodyOf('putTariff')),
  ];
  const after = policies.flatMap(({ key, customer: place }, number) => {
    const customer = customers[place] ?? '';
    return [
      line('claims', `claim-${key}`, {
        ...{ customer, number: `TJ-${number}`, policy: key, title: twice('Árekstur') },
        ...{ status: 'approved', dateOfLoss: '2026-10-01', line: 'vehicle', lossAmount: 120_000 },
        handler: { name: 'Prófa Fulltrúadóttir', phone: '4801234' },
        events: [
          { sequence: 0, at: '2026-10-02T09:00:00Z', role: 'customer' },
          { sequence: 1, status: 'received', at: '2026-10-02T09:30:00Z', role: 'system' },
          {
            ...{ sequence: 2, status: 'approved', at: '2026-10-05T10:00:00Z', role: 'handler' },
            ...{ note: twice('Við greiðum.'), compensation: 100_000 },
          },
        ],
        payments: [
          {
            ...{ id: 'p1', title: twice('Bætur'), recipient: 'Eigandi', amount: 100_000, state: 'paid' },
            ...{ paidOn: '2026-10-06', account: '0133-26-004410' },
          },
        ],
      }),
      line('offers', `offer-${key}`, {
        ...{ customer, number: `TB-${number}`, product: 'bike', policy: key, covers: [{ id: 'theft' }] },
        ...{ premiumPerYear: 12_000, premiumParts: [{ id: 'helmet', amount: 12_000 }], terms: ['HJ10'] },
        ...{ instalmentsPerYear: 12, effectiveOn: '2026-12-01', validTo: '2030-12-20', tariff: '2030-1' },
        offeredAt: '2026-11-20T10:00:00Z',
      }),
      line('documents', `letter-${key}`, {
        ...{ customer, title: twice('Bréf'), policy: key, claim: `claim-${key}` },
        ...{ issuedOn: '2026-10-06', files },
      }),
      line('documents-to-sign', `agreement-${key}`, {
        ...{ customer, title: twice('Samningur'), policy: key, claim: `claim-${key}` },
        ...{ issuedOn: '2026-11-20', signBy: '2030-01-31', files },
      }),
    ];
  });
  return { before, after };
};
