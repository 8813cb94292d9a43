import { defineType, number, one, text } from './field.ts';
import { pageFields } from './parts.ts';

const required = { required: true } as const;

/**
 * A page of the advent calendar: the calendar, with the texts of all its pages, or the page of a door. The content
 * behind a door is not published here: the API returns it from its day (rule SITE-10).
 */
export const jolakula = defineType({
  id: 'jolakula',
  label: 'Christmas calendar',
  fields: {
    ...pageFields,
    year: number({ min: 2000, max: 2200, required: true }),
    labels: one({
      door: text(required),
      open: text(required),
      notYet: text(required),
      opened: text(required),
      today: text(required),
      answer: text(required),
      right: text(required),
      wrong: text(required),
      over: text(required),
      before: text(required),
      ingredients: text(required),
      method: text(required),
      kindTip: text(required),
      kindStory: text(required),
      kindRecipe: text(required),
      kindQuiz: text(required),
      safety: text(required),
      back: text(required),
      none: text(required),
      failed: text(required),
      retry: text(required),
      script: text(required),
    }),
  },
});
