#!/usr/bin/env node
// Starts the machine's own Firefox for Playwright, which supports only the newest version. A relay between them
// reports success for commands that an older version does not know and the journeys do not need. FIREFOX_PATH names
// the browser.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocketServer } from 'ws';

/** Sets a page's colour scheme. Firefox 153 lacks this command. */
const unknown = 'emulation.setMediaFeaturesOverride';

const firefox = spawn(process.env.FIREFOX_PATH ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal));

/** Relays a connection to the browser's address. */
const relay = (playwright, address) => {
  const browser = new WebSocket(address);
  const early = [];
  const send = (text) => (browser.readyState === WebSocket.OPEN ? browser.send(text) : early.push(text));
  browser.onopen = () => early.splice(0).forEach(send);
  browser.onmessage = ({ data }) => playwright.send(data);
  browser.onclose = () => playwright.close();
  playwright.on('close', () => browser.close());
  playwright.on('message', (data) => {
    const text = data.toString();
    const { id, method } = JSON.parse(text);
    if (method === unknown) playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
    else send(text);
  });
};

createInterface({ input: firefox.stderr }).on('line', (line) => {
  const [, origin] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line) ?? [];
  if (!origin) return console.error(line);
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket, { url = '' }) => relay(socket, new URL(url, origin).href));
  server.on('listening', () => {
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`);
  });
});
