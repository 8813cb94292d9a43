import { hash } from 'node:crypto';
import { type CredentialsJob, customers, type Db, type EmployeeLinkJob, employees } from '@hofn/database';
import type { EmployeeNoticeJob } from '@hofn/database/mail.ts';
import type { Clock } from '@hofn/domain/clock.ts';
import { firstNames } from '@hofn/domain/names.ts';
import type { Logger } from '@hofn/service';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { and, eq } from 'drizzle-orm';
import { createDelivery } from '../platform/mail/delivery.ts';
import type { Letter } from '../platform/mail/letter.ts';
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

type Parts = { db: Db; clock: Clock; logger: Logger; transport: MailTransport };

/** The e-mail with a link, and the kind that its id and log lines have. */
type LinkMail = {
  kind: 'credentials' | 'employeeLink';
  sub: string;
  recipient: string;
  letter: Omit<Letter, 'button'> & { button: string };
};

const named = {
  credentials: { id: 'credentials', log: 'credentials' },
  employeeLink: { id: 'employee-link', log: 'employee link' },
} as const;

/** Sends a link to an account's owner once, under an id derived from the link. */
const createLinkMail = (parts: Parts) => {
  const { logger } = parts;
  const deliver = createDelivery(parts);
  return async (link: string, { kind, sub, recipient, letter }: LinkMail): Promise<void> => {
    const { id, log } = named[kind];
    await deliver(
      {
        id: `${id}-${hash('sha256', link, 'base64url').slice(0, 22)}`,
        recipient,
        letter: { ...letter, button: { title: letter.button, url: link } },
        sent: async () => logger.info({ audit: `${log} sent`, sub }, `${log} sent`),
        refused: async () => logger.warn({ sub }, `${log} given up`),
      },
      { kind, sub },
    );
  };
};

/** Sends the link for choosing a password to the address on file (rule AUTH-10d), unless it has expired. */
export const createCredentialsMail = (parts: Parts) => {
  const { db, clock, logger } = parts;
  const send = createLinkMail(parts);
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
      button: t('credentialsEmail|button'),
    };
    await send(link, { kind: 'credentials', sub: customerId, recipient: customer.email, letter });
  };
};

/** A current employee's name and address. */
const findRecipient = async (db: Db, id: string) => {
  const [employee] = await db
    .select({ fullName: employees.fullName, username: employees.username, email: employees.email })
    .from(employees)
    .where(and(eq(employees.id, id), eq(employees.active, true)));
  return employee;
};

const noticeTexts = {
  passkeyAdded: {
    subject: 'employeeNoticeEmail|subject.passkeyAdded',
    body: 'employeeNoticeEmail|body.passkeyAdded',
  },
  passkeyRemoved: {
    subject: 'employeeNoticeEmail|subject.passkeyRemoved',
    body: 'employeeNoticeEmail|body.passkeyRemoved',
  },
  passwordChanged: {
    subject: 'employeeNoticeEmail|subject.passwordChanged',
    body: 'employeeNoticeEmail|body.passwordChanged',
  },
} as const;

/** Notifies an employee of a change of how they sign in (rule HOLD-12), unless they were dismissed. */
export const createEmployeeNoticeMail = (parts: Parts) => {
  const deliver = createDelivery(parts);
  return async ({ employeeId: sub, kind, at, language }: EmployeeNoticeJob): Promise<void> => {
    const employee = await findRecipient(parts.db, sub);
    if (!employee) return;
    const t = textsIn(language);
    const texts = noticeTexts[kind];
    const letter = {
      language,
      firstName: firstNames(employee.fullName),
      subject: t(texts.subject),
      preheader: t('employeeNoticeEmail|preheader'),
      body: [
        t(texts.body, { date: formatDate(language, dayOfInstant(new Date(at))) }),
        t('employeeNoticeEmail|notYou'),
      ].join('\n\n'),
    };
    const id = `employee-notice-${hash('sha256', `${sub} ${kind} ${at}`, 'base64url').slice(0, 22)}`;
    await deliver({ id, recipient: employee.email, letter, sent: async () => {} }, { kind, sub });
  };
};

/** Sends an employee the link to set up how they sign in (rule HOLD-11), unless it has expired or they were dismissed. */
export const createEmployeeLinkMail = (parts: Parts) => {
  const { db, clock } = parts;
  const send = createLinkMail(parts);
  return async ({ employeeId, link, language, expiresAt }: EmployeeLinkJob): Promise<void> => {
    if (clock.now() >= new Date(expiresAt)) return;
    const employee = await findRecipient(db, employeeId);
    if (!employee) return;
    const t = textsIn(language);
    const letter = {
      language,
      firstName: firstNames(employee.fullName),
      subject: t('employeeLinkEmail|subject'),
      preheader: t('employeeLinkEmail|preheader'),
      body: t('employeeLinkEmail|body', { username: employee.username }),
      button: t('employeeLinkEmail|button'),
    };
    await send(link, { kind: 'employeeLink', sub: employeeId, recipient: employee.email, letter });
  };
};
