import { absences } from './absences/feature.ts';
import { access } from './access/feature.ts';
import { analytics } from './analytics/feature.ts';
import { audit } from './audit/feature.ts';
import { authority } from './authority/feature.ts';
import { calendar } from './calendar/feature.ts';
import { chat } from './chat/feature.ts';
import { claims } from './claims/feature.ts';
import { communication } from './communication/feature.ts';
import { company } from './company/feature.ts';
import { complaints } from './complaints/feature.ts';
import { contact } from './contact/feature.ts';
import { content } from './content/feature.ts';
import { core } from './core/feature.ts';
import { customerPage } from './customer-page/feature.ts';
import { documents } from './documents/feature.ts';
import { driverInsurance } from './driverinsurance/feature.ts';
import { employees } from './employees/feature.ts';
import { events } from './events/feature.ts';
import type { Feature } from './feature.ts';
import { finance } from './finance/feature.ts';
import { find } from './find/feature.ts';
import { forms } from './forms/feature.ts';
import { notifications } from './notifications/feature.ts';
import { offers } from './offers/feature.ts';
import { password } from './password/feature.ts';
import { paymentDetails } from './paymentdetails/feature.ts';
import { payments } from './payments/feature.ts';
import type { MailKind } from './platform/consents.ts';
import { platform } from './platform/feature.ts';
import type { ApiHandlers } from './platform/registrar.ts';
import { policies } from './policies/feature.ts';
import { popups } from './popups/feature.ts';
import { prices } from './prices/feature.ts';
import { privacy } from './privacy/feature.ts';
import { proof } from './proofs/feature.ts';
import { purchases } from './purchases/feature.ts';
import { refunds } from './refunds/feature.ts';
import { requests } from './requests/feature.ts';
import { search } from './search/feature.ts';
import { security } from './security/feature.ts';
import { signing } from './signing/feature.ts';
import { textBlocks } from './text-blocks/feature.ts';
import { transactions } from './transactions/feature.ts';
import { travel } from './travel/feature.ts';
import { undelivered } from './undelivered/feature.ts';
import { uploads } from './uploads/feature.ts';
import { user } from './user/feature.ts';
import { views } from './views/feature.ts';
import { webhooks } from './webhooks/feature.ts';
import { workItems } from './work-items/feature.ts';
import { workload } from './workload/feature.ts';

const declared = [
  user,
  company,
  access,
  policies,
  offers,
  purchases,
  requests,
  complaints,
  travel,
  proof,
  claims,
  payments,
  refunds,
  transactions,
  documents,
  signing,
  uploads,
  platform,
  chat,
  workItems,
  workload,
  finance,
  absences,
  textBlocks,
  authority,
  undelivered,
  paymentDetails,
  popups,
  communication,
  security,
  views,
  privacy,
  audit,
  contact,
  notifications,
  password,
  content,
  forms,
  prices,
  search,
  find,
  customerPage,
  calendar,
  driverInsurance,
  analytics,
  employees,
  core,
  events,
  webhooks,
] as const;

type Declared = (typeof declared)[number];
type KeysOf<Part extends 'handlers' | 'mails'> = Declared extends infer One
  ? One extends { [Name in Part]: (...services: never[]) => infer Found }
    ? keyof Found
    : never
  : never;
type Complete<Wanted, Found> = [Exclude<Wanted, Found>] extends [never] ? true : Exclude<Wanted, Found>;

// Fails to compile, naming the call of the contract that no feature handles or the kind of e-mail that none composes.
true satisfies Complete<keyof ApiHandlers, KeysOf<'handlers'>>;
true satisfies Complete<MailKind, KeysOf<'mails'>>;

/** The features of the API, in the order in which the archive of personal data lists their tables. */
export const features: readonly Feature[] = declared;
