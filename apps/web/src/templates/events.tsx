import type { TemplateProps } from '../engine/types.ts';
import type { EventsDocument } from '../site/documents.ts';
import { Events } from '../site/Events.tsx';

const EventsTemplate = ({ data }: TemplateProps<EventsDocument>) => <Events document={data} />;

export default EventsTemplate;
