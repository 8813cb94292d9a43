import type { TemplateProps } from '../engine/types.ts';
import { Draft } from '../site/Draft.tsx';
import type { DraftDocument } from '../site/documents.ts';

const DraftTemplate = ({ data, location }: TemplateProps<DraftDocument>) => (
  <Draft draft={data} location={location} />
);

export default DraftTemplate;
