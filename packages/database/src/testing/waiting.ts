// Setup of every test file: `vi.waitFor` without a limit of its own waits as long as this machine needs. Vitest has a
// setting for `expect.poll` only.
import { vi } from 'vitest';
import { patience } from './patience.ts';

type WaitFor = typeof vi.waitFor;
const original: WaitFor & { isPatient?: true } = vi.waitFor;

// Files that share a worker's modules run this again.
if (!original.isPatient)
  vi.waitFor = Object.assign(((check, options = patience(2_000)) => original(check, options)) as WaitFor, {
    isPatient: true as const,
  });
