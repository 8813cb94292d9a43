import {
  credentialsQueue,
  employeeLinkQueue,
  employeeNoticeQueue,
  plainCredentialsQueue,
} from '@hofn/database';
import { defineFeature } from '../feature.ts';
import {
  createCredentialsMail,
  createEmployeeLinkMail,
  createEmployeeNoticeMail,
  passwordMails,
} from './mails.ts';
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
    { queue: employeeNoticeQueue, work: createEmployeeNoticeMail },
  ],
});
