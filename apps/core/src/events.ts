import type { CloudEvent, CoreClaim, CoreCustomer, CorePayment } from '@hofn/contracts';
import type { Book } from './book.ts';
import { bookPortalPayment, bookPortalRefund } from './bookkeeping/billing.ts';
import { continueClaim } from './bookkeeping/demo-handler.ts';
import { type Hofn, HofnRefused } from './hofn.ts';

/** What an event changes in the customer's book. */
type Change = (book: Book) => void;
/** Reads what an event names, before the book is locked; undefined when it was erased since. */
type Handler = (hofn: Hofn, event: CloudEvent) => Promise<Change | undefined>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const read = async <Answer>(hofn: Hofn, path: string): Promise<Answer | undefined> => {
  try {
    return await hofn.call<Answer>('GET', path);
  } catch (error) {
    if (error instanceof HofnRefused && error.status === 404) return undefined;
    throw error;
  }
};

/** The kennitala of the customer that an event is about; undefined when they were erased since. */
export const readSubject = async (hofn: Hofn, { subject }: CloudEvent): Promise<string | undefined> =>
  (await read<CoreCustomer>(hofn, `customers/by-id/${subject}`))?.ssn;

const readClaim = (hofn: Hofn, { subject, data }: CloudEvent): Promise<CoreClaim | undefined> =>
  read<CoreClaim>(hofn, `customers/by-id/${subject}/claims/${textOf(data.claimId)}`);

/** Takes over what the customer changed, and acknowledges it (rule CORE-11). */
const takeOver: Handler = async (hofn, { subject }) => {
  const current = await read<CoreCustomer>(hofn, `customers/by-id/${subject}`);
  return (
    current &&
    ((book) => {
      const record = book.customer(current.ssn);
      if (!record) return;
      const { language, email, mobilePhone, homePhone, paymentMethod, bankAccount, ownChanges } = current;
      book.put(
        'customers',
        record.key,
        { ...record.facts, language, email, mobilePhone, homePhone, paymentMethod, bankAccount },
        { acknowledges: ownChanges.map(({ id }) => id) },
      );
    })
  );
};

/** The claim in the book: by its key, or by the id with which it was filed. */
const findClaim = (book: Book, { id, key }: CoreClaim) =>
  book.filedClaim(id) ?? (key === null ? undefined : book.get('claims', key));

/** Opens a claim that a customer filed in the portal, or that a visitor filed in a customer's name. */
const adoptFiled = (book: Book, filed: CoreClaim): void => {
  const { id, number, title, dateOfLoss, place, line, reportedAt, customer, policy, unverified } = filed;
  if (findClaim(book, filed) || !book.customer(customer.ssn)) return;
  book.put('claims', `claim-${number}`, {
    ...{ customer: customer.ssn, claim: id, number, policy: policy?.key ?? null, title },
    ...{ status: 'received', dateOfLoss, place, line, reportedAt, lossAmount: null, compensation: null },
    ...{ unverified, handler: null, needs: [], needsBy: null, nextBy: null },
    ...{ events: [], payments: [] },
  });
};

const adopt: Handler = async (hofn, event) => {
  const filed = await readClaim(hofn, event);
  return filed && ((book) => adoptFiled(book, filed));
};

/** Takes over what a customer may read of a claim once an employee has decided that it is theirs. */
const verify: Handler = async (hofn, event) => {
  const filed = await readClaim(hofn, event);
  return (
    filed &&
    ((book) => {
      adoptFiled(book, filed);
      const record = findClaim(book, filed);
      const { title, place } = filed;
      if (record) book.put('claims', record.key, { ...record.facts, title, place, unverified: false });
    })
  );
};

const proceed: Handler = async (hofn, event) => {
  const filed = event.data.claimId ? await readClaim(hofn, event) : undefined;
  return (
    filed &&
    ((book) => {
      const claim = findClaim(book, filed);
      if (claim) continueClaim(book, claim, book.state.today);
    })
  );
};

const bookPayment: Handler = async (hofn, { subject, data }) => {
  const paymentId = textOf(data.paymentId);
  const payment = await read<CorePayment>(hofn, `customers/by-id/${subject}/payments/${paymentId}`);
  return (
    payment &&
    ((book) => {
      const instalments = payment.instalments.flatMap(({ key }) =>
        key === null ? [] : (book.get('instalments', key) ?? []),
      );
      bookPortalPayment(book, { paymentId, instalments }, book.state.today);
    })
  );
};

const bookRefundOf: Handler = async (hofn, event) => {
  const { subject, data } = event;
  const [paymentId, refundId] = [textOf(data.paymentId), textOf(data.refundId)];
  const payment = await read<CorePayment>(hofn, `customers/by-id/${subject}/payments/${paymentId}`);
  const customer = payment && (await readSubject(hofn, event));
  if (!payment || customer === undefined) return undefined;
  const refund = payment.refunds.find(({ id }) => id === refundId);
  // An earlier release of the front may answer while it is replaced: the event is then handled again.
  if (!refund) throw new Error(`The payment ${paymentId} says nothing of its refund ${refundId}`);
  return (book) => {
    const policies = new Set(
      payment.instalments.map(({ key }) =>
        key === null ? null : (book.get('instalments', key)?.facts.policy ?? null),
      ),
    );
    const [only = null] = policies.size === 1 ? policies : [];
    const policy = typeof only === 'string' ? only : null;
    bookPortalRefund(book, { id: refundId, customer, policy, amount: refund.amount }, book.state.today);
  };
};

/** What the core does about an event; the others are shown only. */
export const handlers: Readonly<Record<string, Handler>> = {
  'hofn.contact.changed': takeOver,
  'hofn.bankAccount.changed': takeOver,
  'hofn.paymentMethod.changed': takeOver,
  'hofn.claim.filed': adopt,
  'hofn.claim.noticeMatched': adopt,
  'hofn.claim.verified': verify,
  'hofn.claim.messageSent': proceed,
  'hofn.file.received': proceed,
  'hofn.payment.made': bookPayment,
  'hofn.payment.refunded': bookRefundOf,
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
