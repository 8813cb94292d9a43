import type { ClaimLineDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { ClaimLine } from './FileClaim.tsx';

const ClaimLineTemplate = ({ data }: TemplateProps<ClaimLineDocument>) => <ClaimLine document={data} />;

export default ClaimLineTemplate;
