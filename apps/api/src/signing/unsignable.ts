import { cases, customers, type Db, documentsToSign, signedDocuments } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { and, eq, isNotNull, notExists } from 'drizzle-orm';
import { isAboutRow } from '../platform/work-items.ts';
import { openWorkItem } from '../work-items/open-work-item.ts';

/** Opens the cases about documents that an earlier release has marked as impossible to sign (rule DESK-14). */
export const openUnsignableCases = async ({ db, clock }: { db: Db; clock: Clock }): Promise<void> => {
  const { customerId, id, unsignableAt } = documentsToSign;
  const isSigned = and(eq(signedDocuments.customerId, customerId), eq(signedDocuments.id, id));
  const marked = await db
    .select({ customerId, id, language: customers.language })
    .from(documentsToSign)
    .innerJoin(customers, eq(customers.id, customerId))
    .where(
      and(
        isNotNull(unsignableAt),
        notExists(db.select().from(signedDocuments).where(isSigned)),
        notExists(db.select().from(cases).where(isAboutRow('signing', documentsToSign))),
      ),
    );
  for (const { id: matterId, ...of } of marked)
    await db.transaction((tx) =>
      openWorkItem(tx, { kind: 'signing', matterId, ...of, openedAt: clock.now() }),
    );
};
