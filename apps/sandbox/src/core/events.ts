import type { CloudEvent, CoreClaim, CoreCustomer, CorePayment } from '@hofn/contracts';
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
  const current = await read<CoreCustomer>(hofn, `customers/by-id/${subject}`);
  const record = current && book.customer(current.ssn);
  if (!record || !current) return;
  const { language, email, mobilePhone, homePhone, paymentMethod, bankAccount, ownChanges } = current;
  book.put(
    'customers',
    record.key,
    { ...record.facts, language, email, mobilePhone, homePhone, paymentMethod, bankAccount },
    { acknowledges: ownChanges.map(({ id }) => id) },
  );
};

/** Opens a claim that a customer filed in the portal, or that a visitor filed in a customer's name. */
const adopt: Handler = async ({ book, hofn }, { subject, data }) => {
  const id = textOf(data.claimId);
  if (book.byId('claims', id)) return;
  const filed = await read<CoreClaim>(hofn, `customers/by-id/${subject}/claims/${id}`);
  if (!filed || (filed.key !== null && book.get('claims', filed.key))) return;
  const { number, title, dateOfLoss, place, line, reportedAt, customer, policy, unverified } = filed;
  if (!book.customer(customer.ssn)) return;
  book.put(
    'claims',
    `claim-${number}`,
    {
      ...{ customer: customer.ssn, claim: id, number, policy: policy?.key ?? null, title },
      ...{ status: 'received', dateOfLoss, place, line, reportedAt, lossAmount: null, compensation: null },
      ...{ unverified, handler: null, needs: [], needsBy: null, nextBy: null },
      ...{ events: [], payments: [] },
    },
    { id },
  );
};

/** The claim of an event: by the id, or by the key that Höfn has of an imported one. */
const claimOf = async ({ book, hofn }: Parts, subject: string, id: string) => {
  const known = book.byId('claims', id);
  if (known || id === '') return known;
  const claim = await read<CoreClaim>(hofn, `customers/by-id/${subject}/claims/${id}`);
  const record = claim?.key ? book.get('claims', claim.key) : undefined;
  if (record) record.id = id;
  return record;
};

const proceed: Handler = async (parts, { subject, data }) => {
  const claim = await claimOf(parts, subject, textOf(data.claimId));
  if (claim) continueClaim(parts.book, claim, parts.book.state.today);
};

const bookPayment: Handler = async ({ book, hofn }, { subject, data }) => {
  const paymentId = textOf(data.paymentId);
  const ids = Array.isArray(data.instalmentIds) ? data.instalmentIds.map(textOf) : [];
  const known = ids.flatMap((id) => book.byId('instalments', id) ?? []);
  const payment =
    known.length < ids.length
      ? await read<CorePayment>(hofn, `customers/by-id/${subject}/payments/${paymentId}`)
      : undefined;
  const paidKeys = (payment?.instalments ?? []).flatMap(({ key }) =>
    key === null ? [] : (book.get('instalments', key) ?? []),
  );
  bookPortalPayment(book, { paymentId, instalments: payment ? paidKeys : known }, book.state.today);
};

/** What the core does about an event; the others are shown only. */
export const handlers: Readonly<Record<string, Handler>> = {
  'hofn.contact.changed': takeOver,
  'hofn.bankAccount.changed': takeOver,
  'hofn.paymentMethod.changed': takeOver,
  'hofn.claim.filed': adopt,
  'hofn.claim.noticeMatched': adopt,
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
