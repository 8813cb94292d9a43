import type { TermsDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Terms } from '../site/Terms.tsx';

const TermsDocumentTemplate = ({ data }: TemplateProps<TermsDocument>) => <Terms document={data} />;

export default TermsDocumentTemplate;
