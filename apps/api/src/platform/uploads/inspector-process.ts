// Entry point of the processes that `inspector.ts` starts: reads hostile files one after another, and nothing else.
import { constants, setPriority } from 'node:os';
import sharp from 'sharp';
import { bytesOf, type InspectorTasks, type InspectRequest, outOfMemory } from './inspector-messages.ts';
import { judge, judgeSignability } from './judge.ts';
import { profileOf, thumbnailOf } from './picture.ts';

const memoryBytes = Number(process.argv[2]) * 1024 * 1024;
const watchMs = 25;

// Requests come first: the API's own processes share the machine.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
sharp.concurrency(1);
sharp.cache(false);

/**
 * Ends this process when it takes too much memory. Images are decoded outside the heap that Node limits, on threads that
 * leave this one free to watch.
 */
const watchMemory = (): NodeJS.Timeout =>
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryBytes) process.exit(outOfMemory);
  }, watchMs);

process.on('disconnect', () => process.exit());
// The parent finishes its jobs on these signals, and this process ends with the parent.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

const works: { [Work in keyof InspectorTasks]: (content: Buffer) => Promise<InspectorTasks[Work]> } = {
  judge,
  profile: profileOf,
  sign: judgeSignability,
  thumbnail: thumbnailOf,
};

process.on('message', async ({ work, content }: InspectRequest) => {
  // Only while there is a file: an idle process would wake forty times a second.
  const watch = watchMemory();
  const result = await works[work](bytesOf(content));
  clearInterval(watch);
  process.send?.({ result, memoryBytes: process.memoryUsage.rss() });
});
process.send?.('ready');
