import type { User } from '@hofn/contracts';
import { isContactOutdated } from '../contact/contact.ts';
import type { RequestContext } from '../platform/authorization.ts';
import type { Person } from './store.ts';

/** Fields hidden from staff when they open a view: staff see them only on the pages that show them, if any. */
const redactedForStaff = {
  profilePicture: null,
  cardNumberMasked: null,
  cardExpires: null,
  cardBrand: null,
  bank: null,
  bankLedger: null,
  bankAccount: null,
  email: null,
  mobilePhone: null,
  homePhone: null,
} as const satisfies Partial<Person>;

/**
 * The signed-in person and the customer they act for (rule DATA-1). `today` is a day in Iceland.
 * @param ended name of the customer they had chosen to act for, but no longer may
 */
export const userOf = (record: Person, context: RequestContext, today: string, ended?: string): User => {
  const isStaff = context.via === 'staff';
  const person = isStaff ? { ...record, ...redactedForStaff } : record;
  return {
    id: person.id,
    fullName: person.fullName,
    profilePicture: person.profilePicture,
    ssn: person.ssn,
    spouseSsn: person.spouseSsn,
    spouseName: person.spouseName,
    isCompany: person.kind === 'company',
    isEmployeeImpersonating: isStaff,
    currentProxyUser: {
      id: context.subject.id,
      value: context.subject.ssn,
      isCompany: context.subject.kind === 'company',
      fullName: context.subject.fullName,
      via: context.via,
      role: context.role,
    },
    endedProxyUser: ended === undefined ? null : { fullName: ended },
    view: context.view ? { reason: context.view.reason, endsAt: context.view.endsAt } : null,
    unreadNotifications: context.via === 'self' ? person.unread : 0,
    paymentMethod: {
      ccardInfo:
        person.cardNumberMasked && person.cardExpires && person.cardBrand
          ? {
              cardNumberMasked: person.cardNumberMasked,
              expires: person.cardExpires,
              brand: person.cardBrand,
            }
          : null,
    },
    bankInfo:
      person.bank && person.bankLedger && person.bankAccount
        ? { bank: person.bank, ledger: person.bankLedger, account: person.bankAccount }
        : null,
    popupinfo: {
      showPopup: context.via === 'self' && isContactOutdated(person.contactConfirmedOn, today),
      email: person.email,
      mobilePhone: person.mobilePhone,
      homePhone: person.homePhone,
    },
  };
};
