import { defineType, group, number, richText, select, text, texts } from './field.ts';
import { pageFields } from './parts.ts';

const required = { required: true } as const;

/** A page of the annual report: text, key figures, and charts, each with a table. */
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
      unit: text({ ...required, about: 'unit of the figures, such as ISK m' }),
      series: texts({ about: 'names of the series, if there are several' }),
      rows: group({ label: text(required), values: group({ value: number(required) }, required) }, required),
    }),
  },
});
