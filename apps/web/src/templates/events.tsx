import type { EventsDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Events } from '../site/Events.tsx';

const EventsTemplate = ({ data }: TemplateProps<EventsDocument>) => <Events document={data} />;

export default EventsTemplate;
