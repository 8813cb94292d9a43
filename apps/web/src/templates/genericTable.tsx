import type { GenericDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Generic } from '../site/Generic.tsx';
import { TextTable } from '../site/TextTable.tsx';

/** A page of text with a table after it. Most have none, and do not load what draws one. */
const GenericTableTemplate = ({ data }: TemplateProps<GenericDocument>) => (
  <Generic document={data}>{data.table && <TextTable {...data.table} />}</Generic>
);

export default GenericTableTemplate;
