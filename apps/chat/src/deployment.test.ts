import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');

test('nginx forwards the chat’s sockets, its call and its documentation, but not metrics or health', () => {
  const conf = read('nginx/hofn.conf');
  const [, pattern, body] = /location ~ (\^\/chat\S*) \{([^}]*)\}/.exec(conf) ?? [];
  expect(body).toContain('proxy_pass http://chat;');
  const passed = (name: string) => new RegExp(pattern ?? '').test(`/chat/${name}`);
  expect(['visitor', 'agent', 'availability', 'openapi.json'].filter(passed)).toHaveLength(4);
  expect(['metrics', 'health', 'ready', '', 'visitor/metrics'].filter(passed)).toEqual([]);
  expect(conf.match(/proxy_pass http:\/\/chat/g)).toHaveLength(1);
});

test('nginx logs neither codes in paths nor queries', () => {
  const conf = read('nginx/hofn.conf');
  const [, source = '', logged] = /map \$uri \$logged_path \{[^}]*"~(\S+)" "(\S+)";/.exec(conf) ?? [];
  expect(logged).toBe('$' + '{before_code}*');
  const written = (path: string) => new RegExp(source).exec(path)?.groups?.before_code;
  for (const call of ['offer', 'travelcheck'])
    expect(written(`/api/public/v1/${call}/7K2M-9QXD-4HVT`)).toBe(`/api/public/v1/${call}/`);
  for (const path of ['/api/public/v1/offer', '/api/v1/offers/4', '/arsskyrsla/tryggja/tilbod/'])
    expect(written(path), path).toBeUndefined();
  const [, format = ''] = /^log_format hofn '(.*)';$/m.exec(conf) ?? [];
  expect(format).toContain('$logged_path');
  expect(format).not.toMatch(/\$(request|request_uri|args|query_string|http_referer|uri)\b/);
  // In each server: nginx's own log of the levels above has queries.
  const servers = conf.split(/^server \{$/m).slice(1);
  expect(servers).toHaveLength(3);
  for (const server of servers)
    expect(server.match(/access_log .*;/g)).toEqual(['access_log /var/log/nginx/access.log hofn;']);
});
