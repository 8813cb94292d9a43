import { defineType, group, number, richText, select, text, texts } from './field.ts';
import { pageFields } from './parts.ts';

const required = { required: true } as const;

/** A page of the annual report: text, the figures to remember, and charts, each of which is a table too. */
export const report = defineType({
  id: 'report',
  label: 'Page of the annual report',
  fields: {
    ...pageFields,
    keyFigures: group({ label: text(required), value: text(required), note: text() }),
    body: richText(),
    charts: group({
      title: text(required),
      kind: select(['bars', 'columns', 'line'], required),
      unit: text({ ...required, about: 'what the figures are counted in, as ISK m' }),
      series: texts({ about: 'what each figure of a row is, where it has more than one' }),
      rows: group({ label: text(required), values: group({ value: number(required) }, required) }, required),
    }),
  },
});
