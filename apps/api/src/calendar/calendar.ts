import type { Calendar, CalendarDoor } from '@hofn/contracts';
import type { Language } from '@hofn/texts';
import { z } from 'zod';
import doors2026 from './2026.json' with { type: 'json' };

const bilingual = z.object({ is: z.string().min(1), en: z.string().min(1) });
const door = { day: z.int().min(1).max(24), opens: z.iso.datetime(), title: bilingual };

const calendarYear = z.object({
  year: z.int(),
  doors: z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject({ ...door, kind: z.literal('tip'), text: bilingual }),
        z.strictObject({
          ...door,
          kind: z.literal('story'),
          text: bilingual,
          safetyNote: bilingual.optional(),
        }),
        z.strictObject({
          ...door,
          kind: z.literal('recipe'),
          text: bilingual,
          ingredients: z.array(bilingual).min(1),
          steps: z.array(bilingual).min(1),
        }),
        z
          .strictObject({
            ...door,
            kind: z.literal('quiz'),
            question: bilingual,
            options: z.array(z.strictObject({ value: z.string(), label: bilingual })).min(2),
            answer: z.string(),
            explanation: bilingual,
          })
          .refine(({ options, answer }) => options.some(({ value }) => value === answer)),
      ]),
    )
    .length(24),
});

/** Calendars by year. The next one is a JSON file beside this one and an entry here. */
const years = new Map(
  [doors2026].map((entry) => calendarYear.parse(entry)).map((entry) => [entry.year, entry]),
);

type Door = z.infer<typeof calendarYear>['doors'][number];

const isOpen = ({ opens }: Door, now: Date): boolean => now.getTime() >= Date.parse(opens);

/** A year's doors, and which are open at `now`; undefined for a year without a calendar. Icelandic time is UTC. */
export const calendarAt = (year: number, now: Date): Calendar | undefined => {
  const found = years.get(year);
  return (
    found && {
      year: found.year,
      today: now.toISOString().slice(0, 10),
      doors: found.doors.map((door) => ({
        day: door.day,
        date: door.opens.slice(0, 10),
        open: isOpen(door, now),
      })),
    }
  );
};

/** Content of a door; undefined before it opens, or when there is no such door (rule SITE-10). */
export const behindDoor = (
  year: number,
  day: number,
  now: Date,
  language: Language,
): CalendarDoor | undefined => {
  const found = years.get(year)?.doors.find((door) => door.day === day);
  if (!found || !isOpen(found, now)) return undefined;
  const inLanguage = (text: { is: string; en: string }): string => text[language];
  const { title } = found;
  const head = { day, title: inLanguage(title) };
  switch (found.kind) {
    case 'tip':
      return { ...head, kind: 'tip', text: inLanguage(found.text) };
    case 'story': {
      const { text, safetyNote } = found;
      return {
        ...head,
        kind: 'story',
        text: inLanguage(text),
        ...(safetyNote && { safetyNote: inLanguage(safetyNote) }),
      };
    }
    case 'recipe':
      return {
        ...head,
        kind: 'recipe',
        text: inLanguage(found.text),
        ingredients: found.ingredients.map(inLanguage),
        steps: found.steps.map(inLanguage),
      };
    case 'quiz':
      return {
        ...head,
        kind: 'quiz',
        question: inLanguage(found.question),
        options: found.options.map(({ value, label }) => ({ value, label: inLanguage(label) })),
        answer: found.answer,
        explanation: inLanguage(found.explanation),
      };
  }
};
