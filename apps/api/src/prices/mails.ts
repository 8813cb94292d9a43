import type { Db, Queue } from '@hofn/database';
import type { Logger } from '@hofn/service';
import { formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { groupCode } from '../platform/codes.ts';
import type { Letter } from '../platform/mail/letter.ts';
import { type MailTransport, Refused } from '../platform/mail/transport.ts';
import { textsIn } from '../platform/texts.ts';
import { createPriceStore, type OfferRow } from './store.ts';

/** Mails with the reference of a kept price, tried for about a day as other mails are. */
export const priceMailQueue: Queue = {
  name: 'price.mail',
  concurrency: 2,
  retries: 60,
  delay: 30,
  longestDelay: 1800,
  expires: 120,
};

export type PriceMailJob = { reference: string };

/** What leads back to the offer. Neither answers nor price are in it: the address was typed, and may be anyone's. */
const letterOf = ({ reference, validTo, language }: OfferRow, site: string): Letter => {
  const t = textsIn(language);
  const grouped = groupCode(reference);
  return {
    language,
    subject: t('priceEmail|subject'),
    preheader: t('priceEmail|preheader', { date: formatDate(language, validTo) }),
    body: t('priceEmail|body', { reference: grouped, date: formatDate(language, validTo) }),
    // In the hash, which no server is told; the page asks by a path, whose last part our logs hide.
    button: { title: t('priceEmail|button'), url: `${site}${pathOf('offer', language)}#${grouped}` },
  };
};

/** Makes the sending of those mails. As with other mails, a second try after a crash hands over the same message. */
export const createPriceMail = (parts: {
  db: Db;
  logger: Logger;
  transport: MailTransport;
  /** Address of the site with its base, for links. */
  site: string;
}) => {
  const { db, logger, transport, site } = parts;
  const store = createPriceStore(db);
  return async ({ reference }: PriceMailJob): Promise<void> => {
    const row = await store.kept(reference);
    if (!row?.email) return;
    try {
      await transport.send({
        id: `offer-${reference}`,
        recipient: row.email,
        letter: letterOf(row, site),
      });
      logger.info('price mail sent');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      logger.warn({ fault: error.message }, 'price mail given up');
    }
    await store.mailed(reference);
  };
};
