import { transactionCalls } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { firstNames } from '@hofn/domain/names.ts';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Compose } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';
import { accountFile } from './files.ts';
import { createTransactionStore } from './store.ts';
import { filterOf, fullAccountOf } from './transactions.ts';

/** Composes the e-mail with the account of a period, from the data at the time of sending. */
export const transactionMails = (parts: {
  db: Db;
  clock: Clock;
  /** Address of the site with its base, for links. */
  site: string;
}): { transactionOverview: Compose } => {
  const { db, clock, site } = parts;
  const store = createTransactionStore(db);
  return {
    transactionOverview: async ({ subject, language, about }) => {
      const today = dayOfInstant(clock.now());
      const { format, ...period } = transactionCalls.sendTransactionOverview.body.parse(about);
      const filter = filterOf(period);
      const row = await store.account(subject, language, filter);
      if (!row?.ownsPolicy) return undefined;
      const t = textsIn(language);
      const type = format === 'csv' ? 'text/csv' : 'application/pdf';
      const overview = fullAccountOf(row);
      const file = await accountFile(
        type,
        overview,
        { subject, language, today, period: filter },
        clock.now(),
      );
      return {
        language,
        ...(subject.kind === 'person' && { firstName: firstNames(subject.fullName) }),
        subject: t('transactionOverviewEmail|subject'),
        preheader: t('transactionOverviewEmail|preheader'),
        body: t('transactionOverviewEmail|body', { date: formatDate(language, today) }),
        button: {
          title: t('transactionOverviewEmail|button'),
          url: site + pathOf('portal.transactions', language),
        },
        attachments: [{ ...file, type }],
      };
    },
  };
};
