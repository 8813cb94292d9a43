import type { ReportDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Report } from '../site/Report.tsx';

const ReportTemplate = ({ data }: TemplateProps<ReportDocument>) => <Report document={data} />;

export default ReportTemplate;
