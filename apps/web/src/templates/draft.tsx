import type { DraftDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Draft } from '../site/Draft.tsx';

const DraftTemplate = ({ data, location }: TemplateProps<DraftDocument>) => (
  <Draft draft={data} location={location} />
);

export default DraftTemplate;
