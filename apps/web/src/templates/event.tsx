import type { TemplateProps } from '../engine/types.ts';
import type { EventDocument } from '../site/documents.ts';
import { Event } from '../site/Events.tsx';

const EventTemplate = ({ data }: TemplateProps<EventDocument>) => <Event document={data} />;

export default EventTemplate;
