import { type Db, mailRetries, type Queue } from '@hofn/database';
import type { Logger } from '@hofn/service';
import { formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { groupCode } from '../platform/codes.ts';
import { createDelivery } from '../platform/mail/delivery.ts';
import type { Letter } from '../platform/mail/letter.ts';
import type { MailTransport } from '../platform/mail/transport.ts';
import { textsIn } from '../platform/texts.ts';
import { createPriceStore, type OfferRow } from './store.ts';

/** E-mails with the reference of a saved price. */
export const priceMailQueue: Queue = { name: 'price.mail', concurrency: 2, ...mailRetries };

export type PriceMailJob = { reference: string };

/** A link back to the price. It states neither answers nor price: the address was typed and may be anyone's. */
const letterOf = ({ reference, validTo, language }: OfferRow, site: string): Letter => {
  const t = textsIn(language);
  const grouped = groupCode(reference);
  return {
    language,
    subject: t('priceEmail|subject'),
    preheader: t('priceEmail|preheader', { date: formatDate(language, validTo) }),
    body: t('priceEmail|body', { reference: grouped, date: formatDate(language, validTo) }),
    // In the fragment, which is sent to no server; the page's own call has it as the last part of the path, which logs hide.
    button: { title: t('priceEmail|button'), url: `${site}${pathOf('offer', language)}#${grouped}` },
  };
};

/** E-mails the reference of a saved price. */
export const createPriceMail = (parts: {
  db: Db;
  logger: Logger;
  transport: MailTransport;
  /** Address of the site with its base, for links. */
  site: string;
}) => {
  const { db, site } = parts;
  const store = createPriceStore(db);
  const deliver = createDelivery(parts);
  return async ({ reference }: PriceMailJob): Promise<void> => {
    const row = await store.find(reference);
    if (!row?.email) return;
    const done = () => store.mailed(reference);
    await deliver(
      {
        id: `offer-${reference}`,
        recipient: row.email,
        letter: letterOf(row, site),
        sent: done,
        refused: done,
      },
      { kind: 'price' },
    );
  };
};
