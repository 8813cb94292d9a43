import type { ComplaintReceipt } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { compactIdentifier } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FormValues } from '@hofn/domain/forms.ts';
import type { Language } from '@hofn/texts';
import type { Mails } from '../platform/mail/mails.ts';
import { createAboutStore } from './about.ts';
import { createReceiving } from './receive.ts';

const written = (values: FormValues, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : '';
};

export type ReceiveForm = ReturnType<typeof createReceivingForm>;

/**
 * Creates what receives the form for complaints of the site from a customer who is signed in. It is about the claim or the policy whose
 * number was given, where that is theirs; any other number is kept in the text.
 */
export const createReceivingForm = (parts: { clock: Clock; mails: Mails }) => {
  const receive = createReceiving(parts);
  /** @throws Fault `complaintOpen` while another about the same is open */
  return async (
    tx: Db,
    { customerId, values, language }: { customerId: string; values: FormValues; language: Language },
  ): Promise<ComplaintReceipt & { id: string }> => {
    const number = written(values, 'policyOrClaimNumber');
    const about = createAboutStore(tx);
    const found =
      number === ''
        ? undefined
        : ((await about.withNumber(customerId, number)) ??
          (await about.withNumber(customerId, compactIdentifier(number))));
    const description = written(values, 'description');
    return receive(tx, {
      ...{ actorId: customerId, customerId, language },
      ...{ subject: found?.subject ?? 'other', subjectId: found?.id ?? null },
      text: found || number === '' ? description : `${description}\n\n${number}`,
      wishes: written(values, 'wishedOutcome'),
    });
  };
};
