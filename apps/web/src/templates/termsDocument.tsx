import type { TemplateProps } from '../engine/types.ts';
import type { TermsDocument } from '../site/documents.ts';
import { Terms } from '../site/Terms.tsx';

const TermsDocumentTemplate = ({ data }: TemplateProps<TermsDocument>) => <Terms document={data} />;

export default TermsDocumentTemplate;
