import type { TemplateProps } from '../engine/types.ts';
import { ClaimScreen } from '../portal/claims/ClaimScreen.tsx';

const PortalClaimTemplate = ({ location }: TemplateProps) => <ClaimScreen id={location.params.id ?? ''} />;

export default PortalClaimTemplate;
