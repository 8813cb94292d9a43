import type { TemplateProps } from '../engine/types.ts';
import { FileClaim } from '../portal/claims/filing/FileClaim.tsx';

const PortalFileClaimTemplate = ({ location }: TemplateProps) => <FileClaim token={location.params.token} />;

export default PortalFileClaimTemplate;
