import type { CloudEvent, CoreClaim, CoreCustomer } from '@hofn/contracts';
import type { Book } from './book.ts';
import { type Hofn, HofnRefused } from './hofn.ts';
import { bookPortalPayment } from './rules/billing.ts';
import { continueClaim } from './rules/claims.ts';

type Parts = { book: Book; hofn: Hofn };
type Handler = (parts: Parts, event: CloudEvent) => Promise<void>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads what an event names; undefined when it was erased since. */
const read = async <Answer>(hofn: Hofn, path: string): Promise<Answer | undefined> => {
  try {
    return await hofn.call<Answer>('GET', path);
  } catch (error) {
    if (error instanceof HofnRefused && error.status === 404) return undefined;
    throw error;
  }
};

/** Takes over what the customer changed, and acknowledges it (rule CORE-11). */
const takeOver: Handler = async ({ book, hofn }, { subject }) => {
  const record = book.byId('customers', subject);
  const current = record && (await read<CoreCustomer>(hofn, `customers/by-id/${subject}`));
  if (!record || !current) return;
  const { language, email, mobilePhone, homePhone, paymentMethod, bankAccount, ownChanges } = current;
  book.put(
    'customers',
    record.key,
    { ...record.facts, language, email, mobilePhone, homePhone, paymentMethod, bankAccount },
    { acknowledges: ownChanges.map(({ id }) => id) },
  );
};

/** Opens a claim that a customer filed in the portal. */
const adopt: Handler = async ({ book, hofn }, { subject, data }) => {
  const id = textOf(data.claimId);
  if (book.byId('claims', id)) return;
  const filed = await read<CoreClaim>(hofn, `customers/by-id/${subject}/claims/${id}`);
  if (!filed) return;
  const { number, title, dateOfLoss, place, line, reportedAt, customer, policy } = filed;
  if (!book.all('customers').some(({ facts }) => facts.ssn === customer.ssn)) return;
  book.put(
    'claims',
    `claim-${number}`,
    {
      ...{ customer: customer.ssn, claim: id, number, policy: policy?.key ?? null, title },
      ...{ status: 'received', dateOfLoss, place, line, reportedAt, lossAmount: null, compensation: null },
      ...{ unverified: false, handler: null, needs: [], needsBy: null, nextBy: null },
      ...{ events: [], payments: [] },
    },
    { id },
  );
};

const proceed: Handler = async ({ book }, { data }) => {
  const claim = book.byId('claims', data.claimId);
  if (claim) continueClaim(book, claim, book.state.today);
};

const bookPayment: Handler = async ({ book }, { data }) => {
  const instalmentIds = Array.isArray(data.instalmentIds) ? data.instalmentIds.map(textOf) : [];
  bookPortalPayment(book, { paymentId: textOf(data.paymentId), instalmentIds }, book.state.today);
};

/** What the core does about an event; the others are shown only. */
export const handlers: Readonly<Record<string, Handler>> = {
  'hofn.contact.changed': takeOver,
  'hofn.bankAccount.changed': takeOver,
  'hofn.paymentMethod.changed': takeOver,
  'hofn.claim.filed': adopt,
  'hofn.claim.messageSent': proceed,
  'hofn.file.received': proceed,
  'hofn.payment.made': bookPayment,
};

/** Events after which the open requests have to be read again. */
export const requestEvents: ReadonlySet<string> = new Set([
  'hofn.policy.changeRequested',
  'hofn.offer.accepted',
  'hofn.request.questionAsked',
  'hofn.request.questionAnswered',
  'hofn.request.retracted',
  'hofn.request.settled',
]);
