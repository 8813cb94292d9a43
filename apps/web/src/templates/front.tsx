import type { FrontDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Front } from '../site/Front.tsx';

const FrontTemplate = ({ data }: TemplateProps<FrontDocument>) => <Front front={data} />;

export default FrontTemplate;
