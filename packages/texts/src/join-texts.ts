import { type Catalogue, createTranslator, type Lookup, type Params, type Translate } from './translator.ts';

/**
 * Texts of a part of a page before those of the page around it, as one translator. A text that neither has is shown as
 * its key, as in any translator.
 * @param page undefined where the part stands alone
 */
export const joinTexts = <C>(more: Lookup, page: Lookup | undefined): Translate<C> => {
  const { language } = more;
  const find: Lookup['find'] = (key, params) => more.find(key, params) ?? page?.find(key, params);
  const missing = createTranslator<Catalogue>(language, {});
  const translate = (key: string, params?: Params): string =>
    find(key, params) ?? missing(key as `${string}|${string}`);
  return Object.assign(translate, { language, find });
};
