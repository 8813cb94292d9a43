import type { policyCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant, foldForSearch } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import { Fault } from '../platform/fault.ts';
import { sendFile } from '../platform/file-response.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { maxRows, pageOf, rowsToRead } from '../platform/paging.ts';
import type { Handlers } from '../platform/registrar.ts';
import { othersInsuring } from './also-insured.ts';
import { listStart, readCursor, writeCursor } from './cursor.ts';
import { deductibleTexts } from './deductible-texts.ts';
import { listFile } from './files.ts';
import { optionsOf } from './options.ts';
import { overviewOf } from './overview.ts';
import { benefitsOf, policyOf, summaryOf } from './policies.ts';
import { createPolicyStore } from './store.ts';

export const policyHandlers = ({
  database,
  clock,
  mails,
  idempotently,
}: {
  database: Database;
  clock: Clock;
  mails: Mails;
  idempotently: Idempotently;
}): Handlers<typeof policyCalls> => {
  const store = createPolicyStore(database.db);
  const dayNow = () => dayOfInstant(clock.now());
  return {
    policies: async ({ query, context: { subject }, language, fileType, reply }) => {
      const { limit, cursor, search, group = null, status = null, from = null, to = null, sort } = query;
      const today = dayNow();
      const foldedSearch = search ? foldForSearch(search) : null;
      const filters = { search: foldedSearch, group, status, from, to, sort };
      if (fileType) {
        const filter = { today, after: listStart, limit: maxRows, ...filters };
        const rows = (await store.list(subject, language, filter)).map((row) => summaryOf(row, today));
        const products = [...new Set(rows.map(({ product }) => product))];
        const file = await listFile(fileType, rows, {
          reader: { subject, language, today },
          deductibles: await deductibleTexts(database.db, products, language),
          now: clock.now(),
        });
        sendFile(reply, fileType, file.name, file.content);
        return undefined;
      }
      const list = JSON.stringify([subject.id, filters]);
      const rows = await store.list(subject, language, {
        today,
        after: readCursor(cursor, list),
        limit: rowsToRead(limit),
        ...filters,
      });
      const { page, nextCursor } = pageOf(rows, limit, ({ place, number, id }) =>
        writeCursor([place, number, id], list),
      );
      return {
        items: page.map((row) => summaryOf(row, today)),
        nextCursor,
      };
    },
    policy: async ({ params, context: { subject }, language }) => {
      const row = await store.one(subject, language, params.id);
      if (!row) throw new Fault('notFound');
      return policyOf(row, language, dayNow());
    },
    policyOptions: async ({ params, context: { subject }, language }) => {
      const options = await optionsOf(database.db, subject, params.id, {
        language,
        today: dayNow(),
        now: clock.now(),
      });
      if (!options) throw new Fault('notFound');
      return options;
    },
    policyOverview: async ({ context: { subject }, language }) => {
      const today = dayNow();
      const row = await store.overview(subject, language, today);
      if (!row) throw new Fault('notFound');
      return overviewOf(row, today);
    },
    alsoInsured: async ({ context: { subject }, language }) => ({
      items: await othersInsuring(database.db, subject, { language, today: dayNow() }),
    }),
    policyBenefits: async ({ context: { subject }, language }) => {
      const row = await store.benefits(subject, language, dayNow());
      if (!row) throw new Fault('notFound');
      return benefitsOf(row, language);
    },
    sendPolicyOverview: async (call) => {
      const { body, context, language, request } = call;
      const { email, shown } = await mails.addressee(context, body.email);
      return idempotently(call, async (tx) => {
        await mails.write(tx, context, { kind: 'policyOverview', about: {}, recipient: email, language });
        await audit(tx, request, context, 'policy.sendOverview');
        return { email: shown };
      });
    },
    sendPolicy: async (call) => {
      const { body, context, language, request } = call;
      const { policyId } = body;
      const policy = await store.one(context.subject, language, policyId);
      if (!policy) throw new Fault('notFound');
      const { email, shown } = await mails.addressee(context, body.email);
      return idempotently(call, async (tx) => {
        await mails.write(tx, context, { kind: 'policy', about: { policyId }, recipient: email, language });
        await audit(tx, request, context, 'policy.send', { object: { policy: policyId } });
        return { email: shown };
      });
    },
  };
};
