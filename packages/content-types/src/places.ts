import { defineType, group, number, text, texts } from './field.ts';
import { pageFields } from './parts.ts';

const required = { required: true } as const;

/** A page that lists places around the country: roadside assistance, workshops, car rentals. */
export const places = defineType({
  id: 'places',
  label: 'Places',
  fields: {
    ...pageFields,
    search: text(required),
    service: text(required),
    anyService: text(required),
    call: text({ ...required, about: 'with {name} and {phone}' }),
    found: text({ ...required, about: 'with {n}' }),
    none: text(required),
    places: group({
      name: text(required),
      kind: text({ ...required, about: 'kind of place, such as a workshop' }),
      address: text(required),
      postalCode: text(required),
      town: text(required),
      latitude: number({ min: -90, max: 90, about: 'WGS 84, 64.1466' }),
      longitude: number({ min: -180, max: 180, about: 'WGS 84, -21.9426' }),
      district: text(required),
      phone: text({ ...required, about: 'seven digits, `560 5000`' }),
      hours: text(required),
      services: texts(),
    }),
  },
});
