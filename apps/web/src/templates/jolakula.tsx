import type { JolakulaDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Calendar } from '../site/Calendar.tsx';
import { CalendarDoor } from '../site/CalendarDoor.tsx';

const JolakulaTemplate = ({ data, context, location }: TemplateProps<JolakulaDocument>) =>
  context.key === 'calendarDoor' ? (
    <CalendarDoor document={data} day={location.params.day} />
  ) : (
    <Calendar document={data} />
  );

export default JolakulaTemplate;
