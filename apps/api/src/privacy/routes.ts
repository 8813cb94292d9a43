import type { privacyCalls } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Mails, Outbox } from '../platform/mail/mails.ts';
import type { AllPersonalData } from '../platform/personal-data.ts';
import type { Handlers } from '../platform/registrar.ts';
import { customerPrivacyHandlers } from './customer-routes.ts';
import { staffPrivacyHandlers } from './staff-routes.ts';

/** Requests about personal data: customers' calls, and staff decisions. */
export const privacyHandlers = (parts: {
  db: Db;
  clock: Clock;
  files: FileStore;
  mails: Mails;
  outbox: Outbox;
  idempotently: Idempotently;
  personalData: AllPersonalData;
}): Handlers<typeof privacyCalls> => ({
  ...customerPrivacyHandlers(parts),
  ...staffPrivacyHandlers(parts),
});
