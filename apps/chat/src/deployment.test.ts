import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');

test('nginx lets the lines and the one call of the chat through, and nothing that is told of the service itself', () => {
  const conf = read('nginx/hofn.conf');
  const [, pattern, body] = /location ~ (\^\/chat\S*) \{([^}]*)\}/.exec(conf) ?? [];
  expect(body).toContain('proxy_pass http://chat;');
  const passed = (name: string) => new RegExp(pattern ?? '').test(`/chat/${name}`);
  expect(['visitor', 'agent', 'availability'].filter(passed)).toHaveLength(3);
  expect(['metrics', 'health', 'ready', '', 'visitor/metrics'].filter(passed)).toEqual([]);
  expect(conf.match(/proxy_pass http:\/\/chat/g)).toHaveLength(1);
});

test('the services behind nginx believe its address alone, so that limits count visitors', () => {
  const compose = read('compose.yaml');
  const [, proxy] = /^x-proxy: &proxy (\S+)$/m.exec(compose) ?? [];
  expect(proxy).toMatch(/^172\.30\.80\.\d+$/);
  expect(compose).toContain('ipv4_address: *proxy');
  // Given by name, and by chance to no other.
  expect(compose).toContain('subnet: 172.30.80.0/24, ip_range: 172.30.80.128/25');
  expect(Number(proxy?.split('.').at(-1))).toBeLessThan(128);
  for (const setting of ['API_TRUSTED_PROXIES', 'CHAT_TRUSTED_PROXIES'])
    expect(compose).toContain(`${setting}: *proxy\n`);
});
