import { isPriced } from '@hofn/domain/price-form.ts';
import { compareIcelandic } from '@hofn/texts';
import type { PageLink } from '../src/content/site.ts';
import type { Language } from '../src/engine/types.ts';
import type { Content, Document } from './content.ts';

/** Content that a document's data can be joined with. */
export type Joins = {
  content: Content;
  language: Language;
  /** A link to a page by its key; undefined if the page does not exist. */
  linkTo(key: string): PageLink | undefined;
};

type Data = Record<string, unknown>;

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const keysIn = (value: unknown): string[] => list(value).filter((entry) => typeof entry === 'string');

/** Links to the pages of documents, with some of their fields. Missing pages are omitted. */
const cards = (documents: Document[], fields: readonly string[], { linkTo }: Joins): Data[] =>
  documents.flatMap((document) => {
    const link = linkTo(document.page ?? '');
    return link
      ? [{ ...link, ...Object.fromEntries(fields.map((field) => [field, document.data[field]])) }]
      : [];
  });

const productCards = (ids: readonly string[], joins: Joins): Data[] =>
  cards(
    ids.map((id) => joins.content.document('product', id, joins.language)),
    ['lead', 'illustration'],
    joins,
  );

/** Products of each group page, in the order of the group. */
const groupsOf = (keys: readonly string[], joins: Joins): Data[] =>
  keys.flatMap((key) => {
    const group = joins.content.ofType('group', joins.language).find((entry) => entry.page === key);
    const link = joins.linkTo(key);
    return group && link
      ? [{ ...link, lead: group.data.lead, products: productCards(keysIn(group.data.products), joins) }]
      : [];
  });

/** The single document of a type that pages can do without. */
const optional = (type: string, { content, language }: Joins): Data | undefined =>
  content.ofType(type, language)[0]?.data;

/** Those who answer; the first takes what forms send. */
const membersOf = (joins: Joins): Data[] => list(optional('team', joins)?.members) as Data[];

/** Texts of the price form, including those of every form. */
const priceWords = ({ content, language, linkTo }: Joins): Data => ({
  ...content.document('prices', 'prices', language).data,
  labels: content.document('formLabels', 'formLabels', language).data,
  request: linkTo('priceRequest'),
  offer: linkTo('offer'),
  purchase: linkTo('portal.buy'),
});

/** Products with public prices, by group. */
const pricedGroups = (joins: Joins): Data[] =>
  individualGroups.flatMap((name) => {
    const group = joins.content.ofType('group', joins.language).find(({ page }) => page === `group.${name}`);
    const products = keysIn(group?.data.products)
      .filter(isPriced)
      .flatMap((id) => productCards([id], joins).map((card) => ({ ...card, id })));
    return group && products.length > 0 ? [{ title: group.data.title, products }] : [];
  });

// Display order of the product groups.
const individualGroups = ['vehicles', 'home', 'summerhouse', 'family', 'health', 'travel'];
const allGroups = [...individualGroups, 'business'].map((name) => `group.${name}`);

const newestFirst = (a: Document, b: Document): number =>
  compareIcelandic(String(b.data.date), String(a.data.date)) || (a.uid < b.uid ? -1 : 1);

/** How documents of each type are joined with others; other types are not joined. */
const joinsByType: Record<string, (data: Data, joins: Joins, document: Document) => Data> = {
  front: (data, joins) => ({ ...data, figures: optional('figures', joins), team: optional('team', joins) }),
  group: (data, joins, { page }) => {
    const own = keysIn(data.products);
    const groups =
      page === 'insurance'
        ? groupsOf(allGroups, joins)
        : page === 'companies'
          ? groupsOf(['group.business'], joins)
          : [{ title: data.title, products: productCards(own, joins) }];
    return { ...data, body: list(data.body), links: list(data.links), groups };
  },
  product: (data, joins, { uid }) => ({
    ...data,
    id: uid,
    terms: cards(
      keysIn(data.terms).map((code) => joins.content.document('termsDocument', code, joins.language)),
      ['code'],
      joins,
    ),
    related: productCards(keysIn(data.related), joins),
    price: isPriced(uid) ? joins.linkTo('getPrice') : undefined,
    // Insurance of companies is priced by an adviser.
    request: data.group === 'group.business' ? joins.linkTo('form.business') : undefined,
    figures: optional('figures', joins),
  }),
  generic: (data, joins, { page }) => ({
    ...data,
    law: list(data.law),
    links: list(data.links),
    ...(page === 'board'
      ? { board: cards(inOrder(joins.content.ofType('boardMember', joins.language)), ['role'], joins) }
      : {}),
    ...(page === 'contact' || page === 'about' ? { team: optional('team', joins) } : {}),
    ...(page === 'about' ? { figures: optional('figures', joins) } : {}),
  }),
  // The calendar's texts are in the calendar's own document.
  jolakula: (data, { content, language }) => ({
    ...data,
    labels: content.document('jolakula', 'calendar', language).data.labels,
  }),
  report: (data, joins) => ({
    ...data,
    charts: list(data.charts),
    pages: cards(inOrder(joins.content.ofType('report', joins.language)), [], joins),
  }),
  genericTable: (data) => ({ ...data, law: list(data.law), links: list(data.links) }),
  boardMember: (data) => ({ ...data, name: data.title }),
  events: (data, joins) => ({
    ...data,
    events: cards(inOrder(joins.content.ofType('event', joins.language)), ['icon', 'lead'], joins),
  }),
  event: (data, { content, language }) => ({
    ...data,
    labels: content.document('eventLabels', 'eventLabels', language).data,
  }),
  fileClaim: (data, joins) => ({
    ...data,
    lines: cards(inOrder(joins.content.ofType('claimLine', joins.language)), ['name', 'lead'], joins),
    team: optional('team', joins),
  }),
  claimLine: (data, joins, { uid }) => ({
    ...data,
    labels: joins.content.document('fileClaim', 'fileClaim', joins.language).data,
    person: membersOf(joins).find(({ lines }) => list(lines).includes(uid)),
  }),
  form: (data, joins) => ({
    ...data,
    notes: list(data.notes),
    sections: list(data.sections),
    labels: joins.content.document('formLabels', 'formLabels', joins.language).data,
    privacy: joins.linkTo('privacy'),
    person: membersOf(joins)[0],
  }),
  prices: (data, joins) => ({
    ...data,
    ...priceWords(joins),
    groups: pricedGroups(joins),
    figures: optional('figures', joins),
  }),
  priceOffer: (data, joins) => ({ ...data, prices: priceWords(joins) }),
  formConfirm: (data, { linkTo }) => ({ ...data, signup: linkTo(String(data.signup)) }),
  advice: (data, joins) => ({
    ...data,
    articles: cards(
      joins.content.ofType('article', joins.language).toSorted(newestFirst),
      ['category', 'date', 'lead'],
      joins,
    ),
  }),
  terms: (data, joins) => ({
    ...data,
    terms: cards(joins.content.ofType('termsDocument', joins.language), ['code', 'validFrom'], joins),
  }),
};

const inOrder = (documents: Document[]): Document[] =>
  documents.toSorted((a, b) => Number(a.data.order) - Number(b.data.order));

/** Data for a document's template, with links by page key. */
export const dataOf = (document: Document, joins: Joins): Data => {
  const join = joinsByType[document.type];
  return join ? join(document.data, joins, document) : document.data;
};
