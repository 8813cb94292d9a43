import type { TemplateProps } from '../engine/types.ts';
import type { GenericDocument } from '../site/documents.ts';
import { Generic } from '../site/Generic.tsx';

const GenericTemplate = ({ data }: TemplateProps<GenericDocument>) => <Generic document={data} />;

export default GenericTemplate;
