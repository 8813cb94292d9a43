import { communicationChoices, type Db } from '@hofn/database';
import { type CommunicationTopic, isConsentDefault } from '@hofn/domain/communication.ts';
import { and, desc, eq } from 'drizzle-orm';
import type { Customer } from './authorization.ts';

type ChoiceRow = Pick<
  typeof communicationChoices.$inferSelect,
  'topic' | 'channel' | 'chosenAt' | 'given' | 'how'
>;

/** A customer's current choices: the newest for each topic and channel. */
export const currentChoices = (db: Db, subject: Pick<Customer, 'id'>): Promise<ChoiceRow[]> => {
  const { customerId, topic, channel, chosenAt, given, how } = communicationChoices;
  return db
    .selectDistinctOn([topic, channel], { topic, channel, chosenAt, given, how })
    .from(communicationChoices)
    .where(eq(customerId, subject.id))
    .orderBy(topic, channel, desc(chosenAt));
};

/**
 * The topic whose consent each kind of e-mail requires; null for e-mails sent regardless: those the law or the contract
 * requires, those that protect the account, and those the customer requested.
 */
export const mailTopics = {
  policyOverview: null,
  policy: null,
  // Says whether a loss is covered.
  coverRestored: null,
  // Says what the next period costs, as the letter on My pages does.
  renewalTold: 'renewals',
  transactionOverview: null,
  claimsOverview: null,
  travelCard: null,
  travelConfirmation: null,
  insuranceProof: null,
  // Somebody waits for the paper, and only the customer knows the right address.
  proofUndelivered: null,
  paymentReceipt: 'invoices',
  // The customer believes they have paid, and cover may lapse.
  paymentFailed: null,
  // Money comes back to the customer’s card.
  refundPaid: null,
  // The customer believes that they are insured.
  purchaseStopped: null,
  claimReceipt: 'claims',
  claimStatus: 'claims',
  claimMessage: 'claims',
  claimPayment: 'claims',
  // Somebody else may have filed it.
  claimUnverified: null,
  claimVerified: null,
  noticeNamesYou: null,
  // Has a deadline the claim depends on.
  claimDocuments: null,
  changeRequest: null,
  requestAccepted: null,
  requestRetracted: null,
  requestRefused: null,
  // Without the answer the request goes no further.
  requestQuestion: null,
  complaintReceived: null,
  // Has time limits of the further ways.
  complaintDecided: null,
  proposalAccepted: null,
  toSign: null,
  reminderToSign: null,
  documentSigned: null,
  accessGiven: null,
  accessGivenFor: null,
  accessGivenByYou: null,
  accessRevoked: null,
  accessRevokedFor: null,
  accessReturned: null,
  emailChanged: null,
  emailRegistered: null,
  bankChanged: null,
  cardChanged: null,
  cardRemoved: null,
  paymentMethodChanged: null,
  passkeyAdded: null,
  passkeyRemoved: null,
  passwordChanged: null,
  privacyReceived: null,
  privacyArchiveReady: null,
  privacyExtended: null,
  privacyRefused: null,
  erasureReceived: null,
  erasureDone: null,
  erasureRefused: null,
} as const satisfies Record<string, CommunicationTopic | null>;

/** A kind of e-mail to a customer; a kind without an entry in `mailTopics` does not compile. */
export type MailKind = keyof typeof mailTopics;

/** Whether a customer may be e-mailed about a topic; always true for null. */
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
