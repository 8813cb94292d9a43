import type { TemplateProps } from '../engine/types.ts';
import type { ClaimLineDocument } from '../site/documents.ts';
import { ClaimLine } from '../site/FileClaim.tsx';

const ClaimLineTemplate = ({ data }: TemplateProps<ClaimLineDocument>) => <ClaimLine document={data} />;

export default ClaimLineTemplate;
