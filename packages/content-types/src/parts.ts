import { date, type Fields, group, number, one, text, texts, weekdays } from './field.ts';

const required = { required: true } as const;

/** Fields of every document that is a page. */
export const pageFields = {
  page: text({ ...required, about: 'key of the page in the path table' }),
  path: text({ about: 'path of a page that is not in the table' }),
  order: number({ about: 'position in lists' }),
  title: text(required),
  description: text({ about: 'for search engines and shared links' }),
  lead: text(),
  searchWords: text({ about: 'words that people search for and the page does not contain' }),
} satisfies Fields;

/** A link to a page by its key in the path table, which the site turns into a URL. */
export const pageLink = { title: text(required), page: text(required) } satisfies Fields;

/** Links at the end of a page, internal or external. */
export const links = () => group({ title: text(required), page: text(), url: text(), target: text() });

export const table = () =>
  one({
    caption: text(required),
    columns: texts(),
    rows: group({ cells: texts() }),
  });

const timeOrNone = () => text({ pattern: /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, example: '09:00' });
const time = () => ({ ...timeOrNone(), ...required });

/** Opening hours (rule SITE-11): a name, and rows of title, opening and closing time. */
export const openingHours = {
  nafn: text(required),
  phone: text(),
  timi: group({ titill: text(required), opnar: time(), lokar: time(), dagar: weekdays() }, required),
} satisfies Fields;

/** Days with special opening hours; closed all day if they have none (rule SITE-9). */
export const holidays = () =>
  group({
    dagur: date(required),
    nafn: text(required),
    opnar: { ...timeOrNone(), orNull: true },
    lokar: { ...timeOrNone(), orNull: true },
  });

export const amountRow = {
  label: text(required),
  amountIsk: number({ min: 0 }),
  percent: number({ min: 0, max: 100 }),
  minIsk: number({ min: 0 }),
  maxIsk: number({ min: 0 }),
} satisfies Fields;

/** Lists by key, such as menu items by layer. */
export const keyed = (fields: Fields) => group({ key: text(required), items: group(fields) });
