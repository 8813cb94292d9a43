import type { TemplateProps } from '../engine/types.ts';
import type { PlacesDocument } from '../site/documents.ts';
import { Places } from '../site/Places.tsx';

const PlacesTemplate = ({ data }: TemplateProps<PlacesDocument>) => <Places document={data} />;

export default PlacesTemplate;
