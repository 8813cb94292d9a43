import type { CarHelpPlace, FaqAnswer } from '@hofn/contracts';
import { z } from 'zod';

const text = z.string();

// Documents as the content service's read API returns them: a list of texts is a list of groups.
const faqData = z.object({
  groups: z.array(
    z.object({
      id: text,
      title: text,
      questions: z.array(z.object({ id: text, q: text, a: text })),
    }),
  ),
});
const placesData = z.object({
  places: z.array(
    z.object({
      name: text,
      kind: text,
      address: text,
      postalCode: text,
      town: text,
      latitude: z.number().nullish(),
      longitude: z.number().nullish(),
      district: text,
      phone: text,
      hours: text,
      services: z.array(z.object({ text })),
    }),
  ),
});

/** Questions and answers of an FAQ document. */
export const faqOf = (data: unknown): FaqAnswer => ({
  groups: faqData.parse(data).groups.map(({ questions, ...group }) => ({
    ...group,
    questions: questions.map(({ id, q, a }) => ({ id, question: q, answer: a })),
  })),
});

/** Places of a document that lists them. */
export const placesOf = (data: unknown): CarHelpPlace[] =>
  placesData.parse(data).places.map(({ latitude, longitude, services, ...place }) => ({
    ...place,
    services: services.map((service) => service.text),
    position: latitude == null || longitude == null ? null : { latitude, longitude },
  }));
