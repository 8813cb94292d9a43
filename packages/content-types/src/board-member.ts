import { boolean, defineType, image, number, text } from './field.ts';
import { pageFields } from './parts.ts';

const required = { required: true } as const;

/** A member of the board; `title` is the name. */
export const boardMember = defineType({
  id: 'boardMember',
  label: 'Board member',
  fields: {
    ...pageFields,
    role: text(required),
    since: number({ min: 1900, max: 2200 }),
    independent: boolean(),
    bio: text(required),
    image: image(),
  },
});
