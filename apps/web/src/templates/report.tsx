import type { TemplateProps } from '../engine/types.ts';
import type { ReportDocument } from '../site/documents.ts';
import { Report } from '../site/Report.tsx';

const ReportTemplate = ({ data }: TemplateProps<ReportDocument>) => <Report document={data} />;

export default ReportTemplate;
