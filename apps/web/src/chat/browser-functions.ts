import { loadSettings } from '../session/settings.ts';
import type { Socket } from './reconnecting-line.ts';

// What both ends of a chat take from the browser.

/** Opens a socket of the chat service: the visitor's, or the agent's. */
export const connectTo = async (path: '/visitor' | '/agent'): Promise<Socket> => {
  const { chatUrl } = await loadSettings();
  return new WebSocket(`${chatUrl.replace(/^http/, 'ws').replace(/\/$/, '')}${path}`);
};

/** Random bytes as base64url, for keys and secrets that go over the line. */
export const randomText = (bytes: number): string => {
  const letters = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)));
  return btoa(letters).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
};

/** Any number from 0 to 1. */
export const chance = (): number => Math.random();

/** Runs something later; what it gives takes that back. */
export const later = (run: () => void, ms: number): (() => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
