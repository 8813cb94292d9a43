import type { GenericDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Generic } from './Generic.tsx';

const GenericTemplate = ({ data }: TemplateProps<GenericDocument>) => <Generic document={data} />;

export default GenericTemplate;
