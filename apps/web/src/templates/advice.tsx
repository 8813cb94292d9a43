import type { TemplateProps } from '../engine/types.ts';
import { Advice } from '../site/Advice.tsx';
import type { AdviceDocument } from '../site/documents.ts';

const AdviceTemplate = ({ data }: TemplateProps<AdviceDocument>) => <Advice document={data} />;

export default AdviceTemplate;
