import type { EventDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Event } from './Events.tsx';

const EventTemplate = ({ data }: TemplateProps<EventDocument>) => <Event document={data} />;

export default EventTemplate;
