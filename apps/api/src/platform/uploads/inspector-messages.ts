import type { Judgement, Signability } from './judge.ts';
import type { Profile, Thumbnail } from './picture.ts';

/** What the inspector process does with a file, and its result. */
export type InspectorTasks = {
  judge: Judgement;
  profile: Profile;
  sign: Signability;
  thumbnail: Thumbnail;
};

export type InspectRequest = { work: keyof InspectorTasks; content: Uint8Array };
export type InspectResponse = { result: InspectorTasks[keyof InspectorTasks]; memoryBytes: number };

/** Exit code of a process that exceeded its memory limit. */
export const outOfMemory = 70;

/** Bytes received from another process, without copying. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
