import { WorkQueue } from '../staff/queue/WorkQueue.tsx';

export default WorkQueue;
