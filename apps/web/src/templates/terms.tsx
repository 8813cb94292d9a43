import type { TemplateProps } from '../engine/types.ts';
import type { TermsIndexDocument } from '../site/documents.ts';
import { TermsIndex } from '../site/Terms.tsx';

const TermsTemplate = ({ data }: TemplateProps<TermsIndexDocument>) => <TermsIndex document={data} />;

export default TermsTemplate;
