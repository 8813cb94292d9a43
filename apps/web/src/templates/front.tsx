import type { TemplateProps } from '../engine/types.ts';
import type { FrontDocument } from '../site/documents.ts';
import { Front } from '../site/Front.tsx';

const FrontTemplate = ({ data }: TemplateProps<FrontDocument>) => <Front front={data} />;

export default FrontTemplate;
