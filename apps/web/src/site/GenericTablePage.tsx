import type { GenericDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Generic } from './Generic.tsx';
import { TextTable } from './TextTable.tsx';

/** A text page with a table. Separate, so that text pages without one do not load the table. */
const GenericTableTemplate = ({ data }: TemplateProps<GenericDocument>) => (
  <Generic document={data}>{data.table && <TextTable {...data.table} />}</Generic>
);

export default GenericTableTemplate;
