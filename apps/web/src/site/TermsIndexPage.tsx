import type { TermsIndexDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { TermsIndex } from './Terms.tsx';

const TermsTemplate = ({ data }: TemplateProps<TermsIndexDocument>) => <TermsIndex document={data} />;

export default TermsTemplate;
