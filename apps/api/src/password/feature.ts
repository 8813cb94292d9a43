import { credentialsQueue, employeeLinkQueue, plainCredentialsQueue } from '@hofn/database';
import { defineFeature } from '../feature.ts';
import { createCredentialsMail, createEmployeeLinkMail, passwordMails } from './mails.ts';
import { passwordHandlers } from './routes.ts';

/** Changing a password, and the e-mails of the identity service. */
export const password = defineFeature({
  name: 'password',
  handlers: passwordHandlers,
  mails: passwordMails,
  queues: [
    { queue: credentialsQueue, work: createCredentialsMail },
    { queue: plainCredentialsQueue, work: createCredentialsMail },
    { queue: employeeLinkQueue, work: createEmployeeLinkMail },
  ],
});
