import type { CoreScope, CustomerAnswer, coreFactCalls, FactType } from '@hofn/contracts';
import { coreRecords, customers, type Database, ownChanges } from '@hofn/database';
import type { AuditAction } from '@hofn/domain/audit.ts';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import { and, asc, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { communicationOf } from '../communication/communication.ts';
import { issueDocumentsNow } from '../documents/issue.ts';
import { auditService } from '../platform/audit.ts';
import type { ServiceClient } from '../platform/authorization.ts';
import { currentChoices } from '../platform/consents.ts';
import type { Contents } from '../platform/contents.ts';
import { Fault } from '../platform/fault.ts';
import { isoInstant } from '../platform/instant.ts';
import type { Mails } from '../platform/mail/mails.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { Inspector } from '../platform/uploads/inspector.ts';
import type { Services } from '../services.ts';
import { refusalOf, withRetries } from './database-refusal.ts';
import { coreFileHandlers } from './file-routes.ts';
import { type Arrival, type FactWriter, factFault, upsertFacts } from './upsert.ts';
import { createFactWriters } from './writers.ts';

type PutInput<Facts> = {
  params: { key: string };
  body: { version: number; facts: Facts; acknowledges?: readonly string[]; quiet?: boolean };
  client: ServiceClient;
  request: FastifyRequest;
};

/** The types of facts that we issue documents about. */
const documented: readonly FactType[] = ['policies', 'instalments', 'ledger-entries', 'claims'];

export const coreFactHandlers = (parts: {
  database: Database;
  clock: Clock;
  mails: Mails;
  contents: Contents;
  quickInspector: Inspector;
  core?: Services['core'];
}): Handlers<typeof coreFactCalls> => {
  const { database, clock, mails, core } = parts;
  const write = <Facts, More>(
    writer: FactWriter<Facts, More>,
    action: AuditAction,
    scope: CoreScope,
    { params: { key }, body, client, request }: PutInput<Facts>,
  ): Promise<CustomerAnswer> =>
    database.db.transaction(async (tx) => {
      const at = clock.now();
      const arrival: Arrival<Facts> = { key, ...body };
      const [result] = await upsertFacts(tx, writer, { source: client.source, at: at.toISOString() }, [
        arrival,
      ]);
      if (!result || result.outcome === 'refused')
        throw new Fault('validation', { fields: result?.fields ?? [] });
      const { outcome, version, id, customerId, unknownChanges } = result;
      if (outcome === 'created' || outcome === 'updated') {
        await auditService(tx, request, client, action, {
          scope,
          object: { [writer.type]: id },
          ...(customerId !== null && { subject: customerId }),
          version,
        });
        if (customerId !== null && documented.includes(writer.type))
          await issueDocumentsNow(tx, { today: dayOfInstant(at), customerIds: [customerId] });
      }
      return { outcome, version, id, unknownChanges };
    });
  const put =
    <Facts, More>(writer: FactWriter<Facts, More>, action: AuditAction, scope: CoreScope) =>
    (input: PutInput<Facts>): Promise<CustomerAnswer> =>
      withRetries('call', () => write(writer, action, scope, input)).catch((error) => {
        const message = refusalOf(error);
        if (message === undefined) throw error;
        throw new Fault('validation', { fields: [factFault('facts', message)], cause: error });
      });

  const writers = createFactWriters({ db: database.db, clock, mails, core });
  return {
    putCustomer: put(writers.customers, 'core.putCustomer', 'core.customers.write'),
    putPolicy: put(writers.policies, 'core.putPolicy', 'core.policies.write'),
    putInstalment: put(writers.instalments, 'core.putInstalment', 'core.billing.write'),
    putLedgerEntry: put(writers['ledger-entries'], 'core.putLedgerEntry', 'core.billing.write'),
    putClaim: put(writers.claims, 'core.putClaim', 'core.claims.write'),
    putOffer: put(writers.offers, 'core.putOffer', 'core.policies.write'),
    putDocument: put(writers.documents, 'core.putDocument', 'core.documents.write'),
    putDocumentToSign: put(writers['documents-to-sign'], 'core.putDocumentToSign', 'core.documents.write'),
    ...coreFileHandlers(parts),
    putProduct: put(writers.products, 'core.putProduct', 'core.products.write'),
    putTerms: put(writers.terms, 'core.putTerms', 'core.products.write'),
    putPremiumPartType: put(writers['premium-part-types'], 'core.putPremiumPartType', 'core.products.write'),
    putItemFactType: put(writers['item-fact-types'], 'core.putItemFactType', 'core.products.write'),
    putTariff: put(writers.tariffs, 'core.putTariff', 'core.products.write'),

    readCoreCustomer: ({ params: { id }, client, request }) =>
      database.db.transaction(async (tx) => {
        const [row] = await tx.select().from(customers).where(eq(customers.id, id));
        if (!row) throw new Fault('notFound');
        const keys = await tx
          .select({ source: coreRecords.source, key: coreRecords.key })
          .from(coreRecords)
          .where(and(eq(coreRecords.type, 'customers'), eq(coreRecords.id, id)))
          .orderBy(asc(coreRecords.source));
        const changes = await tx.select().from(ownChanges).where(eq(ownChanges.customerId, id));
        await auditService(tx, request, client, 'core.readCustomer', {
          scope: 'core.customers.read',
          subject: id,
        });
        const { ssn, kind, fullName, language, email, mobilePhone, homePhone, paymentMethod } = row;
        const { bank, bankLedger: ledger, bankAccount: account } = row;
        return {
          ...{ id, ssn, kind, fullName, language, email, mobilePhone, homePhone, paymentMethod },
          bankAccount:
            bank !== null && ledger !== null && account !== null ? { bank, ledger, account } : null,
          keys,
          consents: communicationOf(await currentChoices(tx, { id })),
          ownChanges: changes.map(({ id: changeId, part, changedAt }) => ({
            id: changeId,
            part,
            changedAt: isoInstant(changedAt),
          })),
        };
      }),
  };
};
