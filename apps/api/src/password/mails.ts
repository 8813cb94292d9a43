import { hash } from 'node:crypto';
import { type CredentialsJob, customers, type Db, type EmployeeLinkJob, employees } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { firstNames } from '@hofn/domain/names.ts';
import type { Logger } from '@hofn/service';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { and, eq } from 'drizzle-orm';
import { createDelivery } from '../platform/mail/delivery.ts';
import type { Compose } from '../platform/mail/mails.ts';
import type { MailTransport } from '../platform/mail/transport.ts';
import { textsIn } from '../platform/texts.ts';

/** Composes the e-mail about a changed password, which the identity service queues (rule AUTH-15). */
export const passwordMails = ({ site }: { site: string }): { passwordChanged: Compose } => ({
  passwordChanged: async ({ subject, language, about: { at = '' } }) => {
    const t = textsIn(language);
    return {
      language,
      ...(subject.kind === 'person' && { firstName: firstNames(subject.fullName) }),
      subject: t('passwordChangedEmail|subject'),
      preheader: t('passwordChangedEmail|preheader'),
      body: t('passwordChangedEmail|body', { date: formatDate(language, dayOfInstant(new Date(at))) }),
      button: { title: t('passwordChangedEmail|button'), url: site + pathOf('portal.settings', language) },
    };
  },
});

/**
 * Sends the link for choosing a password to the address on file (rule AUTH-10d), unless it has expired.
 */
export const createCredentialsMail = (parts: {
  db: Db;
  clock: Clock;
  logger: Logger;
  transport: MailTransport;
}) => {
  const { db, clock, logger } = parts;
  const deliver = createDelivery(parts);
  return async ({ customerId, link, language, expiresAt }: CredentialsJob): Promise<void> => {
    if (customerId === null || clock.now() >= new Date(expiresAt)) return;
    const [customer] = await db
      .select({ kind: customers.kind, fullName: customers.fullName, email: customers.email })
      .from(customers)
      .where(eq(customers.id, customerId));
    if (!customer?.email) {
      logger.info({ sub: customerId }, 'no address to send credentials to');
      return;
    }
    const t = textsIn(language);
    const letter = {
      language,
      ...(customer.kind === 'person' && { firstName: firstNames(customer.fullName) }),
      subject: t('credentialsEmail|subject'),
      preheader: t('credentialsEmail|preheader'),
      body: t('credentialsEmail|body'),
      button: { title: t('credentialsEmail|button'), url: link },
    };
    const id = `credentials-${hash('sha256', link, 'base64url').slice(0, 22)}`;
    const sent = async () => logger.info({ audit: 'credentials sent', sub: customerId }, 'credentials sent');
    const refused = async () => logger.warn({ sub: customerId }, 'credentials given up');
    await deliver(
      { id, recipient: customer.email, letter, sent, refused },
      { kind: 'credentials', sub: customerId },
    );
  };
};

/** Sends an employee the link to set up how they sign in (rule HOLD-11), unless it has expired or they were dismissed. */
export const createEmployeeLinkMail = (parts: {
  db: Db;
  clock: Clock;
  logger: Logger;
  transport: MailTransport;
}) => {
  const { db, clock, logger } = parts;
  const deliver = createDelivery(parts);
  return async ({ employeeId, link, language, expiresAt }: EmployeeLinkJob): Promise<void> => {
    if (clock.now() >= new Date(expiresAt)) return;
    const [employee] = await db
      .select({ fullName: employees.fullName, username: employees.username, email: employees.email })
      .from(employees)
      .where(and(eq(employees.id, employeeId), eq(employees.active, true)));
    if (!employee) return;
    const t = textsIn(language);
    const letter = {
      language,
      firstName: firstNames(employee.fullName),
      subject: t('employeeLinkEmail|subject'),
      preheader: t('employeeLinkEmail|preheader'),
      body: t('employeeLinkEmail|body', { username: employee.username }),
      button: { title: t('employeeLinkEmail|button'), url: link },
    };
    const id = `employee-link-${hash('sha256', link, 'base64url').slice(0, 22)}`;
    const sent = async () => logger.info({ audit: 'employee link sent', sub: employeeId }, 'link sent');
    const refused = async () => logger.warn({ sub: employeeId }, 'employee link given up');
    await deliver(
      { id, recipient: employee.email, letter, sent, refused },
      { kind: 'employeeLink', sub: employeeId },
    );
  };
};
