// Entry point of the processes that `inspector.ts` starts: reads hostile files one after another, and nothing else.
import { constants, setPriority } from 'node:os';
import sharp from 'sharp';
import { bytesOf, type InspectRequest, outOfMemory } from './inspector-messages.ts';
import { judge } from './judge.ts';
import { profileOf } from './picture.ts';

const memoryBytes = Number(process.argv[2]) * 1024 * 1024;
const watchMs = 25;

// Requests come first: the API's own processes share the machine.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
sharp.concurrency(1);
sharp.cache(false);

// Images are decoded outside the heap that Node limits, on threads that leave this one free to watch.
setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytes) process.exit(outOfMemory);
}, watchMs);

process.on('disconnect', () => process.exit());
// The parent finishes its jobs on these signals, and this process ends with the parent.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

process.on('message', async ({ work, content }: InspectRequest) => {
  const bytes = bytesOf(content);
  const result = work === 'judge' ? await judge(bytes) : await profileOf(bytes);
  process.send?.({ result, memoryBytes: process.memoryUsage.rss() });
});
process.send?.('ready');
