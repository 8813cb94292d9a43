import type { Judgement } from './judge.ts';
import type { Profile } from './picture.ts';

/** What the inspector's process does with a file, and what it answers. */
export type Works = { judge: Judgement; profile: Profile };

export type Asked = { work: keyof Works; content: Uint8Array };
export type Answered = { result: Works[keyof Works]; memoryBytes: number };

/** Exit code of a process that took more memory than it may. */
export const outOfMemory = 70;

/** Bytes that came from another process, without copying them. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
