import type { Calendar, CalendarDoor } from '@hofn/contracts';
import type { Language } from '@hofn/texts';
import { z } from 'zod';
import doors2026 from './2026.json' with { type: 'json' };

const inBoth = z.object({ is: z.string().min(1), en: z.string().min(1) });
const door = { day: z.int().min(1).max(24), opens: z.iso.datetime(), title: inBoth };

const year = z.object({
  year: z.int(),
  doors: z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject({ ...door, kind: z.literal('tip'), text: inBoth }),
        z.strictObject({ ...door, kind: z.literal('story'), text: inBoth, safetyNote: inBoth.optional() }),
        z.strictObject({
          ...door,
          kind: z.literal('recipe'),
          text: inBoth,
          ingredients: z.array(inBoth).min(1),
          steps: z.array(inBoth).min(1),
        }),
        z
          .strictObject({
            ...door,
            kind: z.literal('quiz'),
            question: inBoth,
            options: z.array(z.strictObject({ value: z.string(), label: inBoth })).min(2),
            answer: z.string(),
            explanation: inBoth,
          })
          .refine(({ options, answer }) => options.some(({ value }) => value === answer)),
      ]),
    )
    .length(24),
});

/** Calendars by their year. The next one is a file beside this and an entry here. */
const years = new Map([doors2026].map((entry) => year.parse(entry)).map((entry) => [entry.year, entry]));

type Door = z.infer<typeof year>['doors'][number];

const isOpen = ({ opens }: Door, now: Date): boolean => now.getTime() >= Date.parse(opens);

/** A year's doors, and which are open at `now`; nothing for a year without a calendar. Days are Iceland's, which is UTC. */
export const calendarAt = (wanted: number, now: Date): Calendar | undefined => {
  const found = years.get(wanted);
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

/** What is behind a door; nothing before it opens, nor for one that there is not (rule SITE-10). */
export const behindDoor = (
  wanted: number,
  day: number,
  now: Date,
  language: Language,
): CalendarDoor | undefined => {
  const found = years.get(wanted)?.doors.find((door) => door.day === day);
  if (!found || !isOpen(found, now)) return undefined;
  const own = (text: { is: string; en: string }): string => text[language];
  const { title } = found;
  const head = { day, title: own(title) };
  switch (found.kind) {
    case 'tip':
      return { ...head, kind: 'tip', text: own(found.text) };
    case 'story': {
      const { text, safetyNote } = found;
      return { ...head, kind: 'story', text: own(text), ...(safetyNote && { safetyNote: own(safetyNote) }) };
    }
    case 'recipe':
      return {
        ...head,
        kind: 'recipe',
        text: own(found.text),
        ingredients: found.ingredients.map(own),
        steps: found.steps.map(own),
      };
    case 'quiz':
      return {
        ...head,
        kind: 'quiz',
        question: own(found.question),
        options: found.options.map(({ value, label }) => ({ value, label: own(label) })),
        answer: found.answer,
        explanation: own(found.explanation),
      };
  }
};
