import { defineType, group, one, text, texts } from './field.ts';
import { pageFields, pageLink } from './parts.ts';

const required = { required: true } as const;

/** What to do after one kind of event. */
export const event = defineType({
  id: 'event',
  label: 'What to do: one event',
  fields: {
    ...pageFields,
    icon: text(),
    firstSteps: texts(required),
    photos: texts(),
    tell: group({ who: text(required), when: text(required) }),
    products: group({ ...pageLink, text: text() }),
    howToFile: one({ text: text(required), link: one(pageLink) }),
    next: texts(),
  },
});
