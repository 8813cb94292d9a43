export { compareIcelandic, foldForSearch } from './collation.ts';
export { company } from './company.ts';
export { errorText } from './error-text.ts';
export {
  type DateStyle,
  dayOfInstant,
  formatClock,
  formatDate,
  formatDateTime,
  formatFixed,
  formatList,
  formatMoney,
  formatNumber,
  formatPercent,
  formatTime,
  pluralForm,
} from './format.ts';
export {
  chooseAndStoreLanguage,
  chooseLanguage,
  isLanguage,
  type Language,
  type LanguageChoice,
  languageOfPath,
  languageStorageKey,
  languages,
  shortCode,
} from './language.ts';
export { pageTitle } from './page-title.ts';
export {
  type Catalogue,
  createTranslator,
  type Lookup,
  type Params,
  type TextKey,
  type Translate,
  type Translation,
} from './translator.ts';
