import { communicationChoices, type Db } from '@hofn/database';
import { type CommunicationTopic, isConsentDefault } from '@hofn/domain/communication.ts';
import { and, desc, eq } from 'drizzle-orm';
import type { Customer } from './access.ts';

type ChoiceRow = Pick<
  typeof communicationChoices.$inferSelect,
  'topic' | 'channel' | 'chosenAt' | 'given' | 'how'
>;

/** The choices of a customer that hold now: the newest of each topic and channel. */
export const currentChoices = (db: Db, subject: Pick<Customer, 'id'>): Promise<ChoiceRow[]> => {
  const { customerId, topic, channel, chosenAt, given, how } = communicationChoices;
  return db
    .selectDistinctOn([topic, channel], { topic, channel, chosenAt, given, how })
    .from(communicationChoices)
    .where(eq(customerId, subject.id))
    .orderBy(topic, channel, desc(chosenAt));
};

/**
 * The topic whose consent each kind of mail to a customer waits for, or null where it is sent whatever they chose: what the
 * law or the contract makes us tell, what guards their account, and what they asked for themselves.
 */
export const mailTopics = {
  policyOverview: null,
  policy: null,
  transactionOverview: null,
  claimsOverview: null,
  travelCard: null,
  travelConfirmation: null,
  paymentReceipt: 'invoices',
  // They believe that they have paid, and cover may lapse.
  paymentFailed: null,
  claimReceipt: 'claims',
  claimStatus: 'claims',
  claimMessage: 'claims',
  // Somebody else may have filed it.
  claimUnverified: null,
  // Has a deadline that the claim depends on.
  claimDocuments: null,
  changeRequest: null,
  proposalAccepted: null,
  toSign: null,
  reminderToSign: null,
  documentSigned: null,
  accessGiven: null,
  accessGivenFor: null,
  accessRevoked: null,
  accessRevokedFor: null,
  accessReturned: null,
  emailChanged: null,
  passwordChanged: null,
  privacyReceived: null,
  privacyArchiveReady: null,
  privacyExtended: null,
  privacyRefused: null,
  erasureReceived: null,
  erasureDone: null,
  erasureRefused: null,
} as const satisfies Record<string, CommunicationTopic | null>;

/** A kind of mail to a customer; one without an entry in `mailTopics` cannot be written. */
export type MailKind = keyof typeof mailTopics;

/** Whether a customer may be e-mailed about a topic; null is of mails that are sent whatever they chose. */
export const mayEmail = async (
  db: Db,
  subject: Pick<Customer, 'id'>,
  topic: CommunicationTopic | null,
): Promise<boolean> => {
  if (topic === null) return true;
  const { customerId, channel, chosenAt, given } = communicationChoices;
  const [choice] = await db
    .select({ given })
    .from(communicationChoices)
    .where(and(eq(customerId, subject.id), eq(communicationChoices.topic, topic), eq(channel, 'email')))
    .orderBy(desc(chosenAt))
    .limit(1);
  return choice?.given ?? isConsentDefault(topic, 'email');
};
