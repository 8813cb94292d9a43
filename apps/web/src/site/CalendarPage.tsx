import type { JolakulaDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Calendar } from './Calendar.tsx';
import { CalendarDoor } from './CalendarDoor.tsx';

const JolakulaTemplate = ({ data, context, location }: TemplateProps<JolakulaDocument>) =>
  context.key === 'calendarDoor' ? (
    <CalendarDoor document={data} day={location.params.day} />
  ) : (
    <Calendar document={data} />
  );

export default JolakulaTemplate;
