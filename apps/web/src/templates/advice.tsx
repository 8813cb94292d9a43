import type { AdviceDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Advice } from '../site/Advice.tsx';

const AdviceTemplate = ({ data }: TemplateProps<AdviceDocument>) => <Advice document={data} />;

export default AdviceTemplate;
