import type { TemplateProps } from '../engine/types.ts';
import { CaseScreen } from '../staff/queue/CaseScreen.tsx';

const StaffCaseTemplate = ({ location }: TemplateProps) => <CaseScreen id={location.params.id ?? ''} />;

export default StaffCaseTemplate;
