export { accessDays } from './access.ts';
export { type Clock, systemClock } from './clock.ts';
export { type Collection, type CollectionMethod, collectionOf } from './collection.ts';
export { cleanEmail, formatPhone, isEmail, parseEmail, parsePhone } from './contact.ts';
export {
  addDays,
  addMonths,
  compareDays,
  dayOf,
  daysBetween,
  isDay,
  weekdayOf,
} from './day.ts';
export {
  birthDateOf,
  formatKennitala,
  type KennitalaFault,
  type KennitalaKind,
  type KennitalaSettings,
  kennitalaDigits,
  maskKennitala,
  type ParsedKennitala,
  parseKennitala,
  withRegisteredKennitalas,
} from './kennitala.ts';
export { parseIsk, roundIsk, splitIsk } from './money.ts';
export { type Holiday, type OpeningState, type OpeningTime, openingState } from './opening-hours.ts';
export {
  countsInTotals,
  isCovering,
  isCurrent,
  lastDayOfCover,
  type PolicyDays,
  type PolicyStatus,
  policyStatus,
  renewalNoticeDays,
  statusSince,
} from './policy-status.ts';
export { parseDecimal, parseWholeNumber } from './typed-number.ts';
export { cleanIdentifier, compactIdentifier, isBlank, trimText } from './typed-text.ts';
