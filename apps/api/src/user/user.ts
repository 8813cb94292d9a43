import type { User } from '@hofn/contracts';
import { contactIsOld } from '../contact/contact.ts';
import type { RequestContext } from '../platform/access.ts';
import type { Person } from './store.ts';

/**
 * The signed-in person and whom they act for (rule DATA-1). `today` is a day in Iceland.
 * @param ended name of the one that they had chosen to act for, and may not any more
 */
export const userOf = (person: Person, context: RequestContext, today: string, ended?: string): User => ({
  id: person.id,
  fullName: person.fullName,
  profilePicture: person.profilePicture,
  ssn: person.ssn,
  spouseSsn: person.spouseSsn,
  spouseName: person.spouseName,
  isCompany: person.kind === 'company',
  isEmployeeImpersonating: context.via === 'staff',
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
  // What a view by staff shows is the customer's own record, without what only they themselves are told.
  paymentMethod: {
    ccardInfo:
      context.via !== 'staff' && person.cardNumberMasked && person.cardExpires && person.cardBrand
        ? { cardNumberMasked: person.cardNumberMasked, expires: person.cardExpires, brand: person.cardBrand }
        : null,
  },
  bankInfo:
    context.via !== 'staff' && person.bank && person.bankLedger && person.bankAccount
      ? { bank: person.bank, ledger: person.bankLedger, account: person.bankAccount }
      : null,
  popupinfo: {
    showPopup: context.via === 'self' && contactIsOld(person.contactConfirmedOn, today),
    email: person.email,
    mobilePhone: person.mobilePhone,
    homePhone: person.homePhone,
  },
});
