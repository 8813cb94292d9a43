import type { PlacesDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Places } from '../site/Places.tsx';

const PlacesTemplate = ({ data }: TemplateProps<PlacesDocument>) => <Places document={data} />;

export default PlacesTemplate;
