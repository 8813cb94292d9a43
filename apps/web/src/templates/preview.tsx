import type { TemplateProps } from '../engine/types.ts';
import { Preview } from '../site/Preview.tsx';

const PreviewTemplate = ({ location }: TemplateProps) => <Preview search={location.search} />;

export default PreviewTemplate;
