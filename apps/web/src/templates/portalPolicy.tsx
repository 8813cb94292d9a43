import type { TemplateProps } from '../engine/types.ts';
import { PolicyScreen } from '../portal/policies/PolicyScreen.tsx';

const PortalPolicyTemplate = ({ location }: TemplateProps) => <PolicyScreen id={location.params.id ?? ''} />;

export default PortalPolicyTemplate;
