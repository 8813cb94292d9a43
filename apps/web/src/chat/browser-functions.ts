import { loadSettings } from '../session/settings.ts';
import type { Socket } from './connection.ts';

// Browser APIs shared by the visitor's and the agent's chat.

/** Opens a WebSocket to the chat service's visitor or agent endpoint. */
export const connectTo = async (path: '/visitor' | '/agent'): Promise<Socket> => {
  const { chatUrl } = await loadSettings();
  return new WebSocket(`${chatUrl.replace(/^http/, 'ws').replace(/\/$/, '')}${path}`);
};

/** Random bytes as base64url, for keys and secrets. */
export const randomText = (bytes: number): string => {
  const letters = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)));
  return btoa(letters).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
};

export const randomFraction = (): number => Math.random();

/** `setTimeout` that returns its cancel function. */
export const schedule = (run: () => void, ms: number): (() => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
