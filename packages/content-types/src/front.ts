import { boolean, date, defineType, group, one, text } from './field.ts';
import { pageFields, pageLink } from './parts.ts';

const required = { required: true } as const;

/** The front page. */
export const front = defineType({
  id: 'front',
  label: 'Front page',
  single: true,
  fields: {
    ...pageFields,
    hero: one({ title: text(required), lead: text(required), illustration: text(), illustrationAlt: text() }),
    insure: one({
      label: text(required),
      hint: text(required),
      missing: text({ ...required, about: 'shown when nothing was typed' }),
      price: one(pageLink, { about: 'the button, and the page with the prices' }),
      all: one(pageLink, { about: 'for those who would rather choose' }),
    }),
    tasks: group({ ...pageLink, text: text(), icon: text(), primary: boolean() }),
    products: one({
      title: text(required),
      all: one(pageLink),
      cards: group({
        id: text(required),
        title: text(required),
        text: text(),
        illustration: text(),
        links: group(pageLink),
      }),
    }),
    whatToDo: one({
      title: text(required),
      lead: text(),
      steps: group({ title: text(required), text: text() }),
      button: one(pageLink),
      listTitle: text(),
      events: group({ ...pageLink, icon: text() }),
    }),
    contact: one({
      title: text(required),
      phone: text(required),
      phoneHref: text(),
      text: text(),
      inquiry: one(pageLink),
    }),
    advice: one({
      title: text(required),
      all: one(pageLink),
      lead: one({ ...pageLink, category: text(), date: date(), text: text(), illustration: text() }),
      items: group({ ...pageLink, category: text(), date: date() }),
    }),
  },
});
