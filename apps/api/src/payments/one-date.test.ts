import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentList, PaymentMethod, PaymentStatus, PolicyOverview } from '@hofn/contracts';
import { customers, type Database } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { openFolderStore } from '@hofn/files';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemo } from '../core/import/load-demo.ts';
import { paymentDetailsMails } from '../paymentdetails/mails.ts';
import { textOfPdf } from '../platform/pdf/testing.ts';
import { createIssuer, fixedClock, type Issuer, startApi } from '../testing.ts';

const clock = fixedClock();

describeWithDatabase('the day of payment', (open) => {
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let folder: string;
  let demo: Awaited<ReturnType<typeof loadDemo>>;

  beforeAll(async () => {
    database = await open();
    demo = await loadDemo(database, clock.now().toISOString().slice(0, 10));
    folder = mkdtempSync(join(tmpdir(), 'hofn-one-date-'));
    issuer = await createIssuer();
    api = await startApi(database, issuer, { files: openFolderStore(folder), clock });
  });
  afterAll(async () => {
    await api.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each([
    ['Guðrún', 'ccard', 'Verður skuldfært af korti 1. desember 2026', '2026-12-01'],
    ['Jón', 'bank', 'Verður skuldfært af bankareikningi 15. desember 2026', '2026-12-15'],
    ['Hjördís', 'claim', 'Greiðist í síðasta lagi 15. desember 2026', '2026-12-15'],
  ])(
    'LIFE-30: overview, payment status, settings, e-mail and invoice say the same of a payment of %s by %s',
    async (name, method, words, day) => {
      const id = demo.find((person) => person.name.startsWith(name))?.customerId ?? 'nobody';
      const token = await issuer.token(id);
      const get = async <Body>(path: string) => (await (await api.ask(path, { token })).json()) as Body;

      const { nextDue } = await get<PolicyOverview>('/api/policy/v3/overview');
      const status = await get<PaymentStatus>('/api/payment/v1/installmentsOverview');
      const settings = await get<PaymentMethod>('/api/user/v1/settings/paymentmethod');
      const { collection } = settings.next ?? {};
      expect(collection?.day).toBe(day);
      expect(nextDue).toMatchObject({ method, collection });
      expect(status.summary.next).toEqual(settings.next);
      expect(status.items.find(({ state }) => state === 'upcoming')?.collection).toEqual(collection);
      expect(settings.change?.[method as 'bank']).toEqual(collection);

      const [customer] = await database.db.select().from(customers).where(eq(customers.id, id));
      if (!customer) throw new Error(`No customer ${name}`);
      const mail = await paymentDetailsMails({
        db: database.db,
        clock,
        site: 'https://hofn.example',
      }).paymentMethodChanged({ subject: customer, language: 'is', about: {} });
      // Amounts and dates have non-breaking spaces.
      const plain = (text: string) => text.replaceAll(/\s+/g, ' ');
      expect(plain(mail?.body ?? '')).toContain(words);

      const { items } = await get<DocumentList>('/api/document/v1/edocuments?kind=invoice');
      const invoice = await api.ask(`/api/document/v1/download/${items[0]?.id}`, { token });
      const text = await textOfPdf(new Uint8Array(await invoice.arrayBuffer()));
      expect(plain(text)).toContain(words);
    },
  );
});
