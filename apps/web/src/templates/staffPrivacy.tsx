import type { TemplateProps } from '../engine/types.ts';
import { PrivacyCase } from '../staff/privacy/PrivacyCase.tsx';

const StaffPrivacyTemplate = ({ location }: TemplateProps) => <PrivacyCase id={location.params.id ?? ''} />;

export default StaffPrivacyTemplate;
