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
  expect(conf.match(/access_log .*;/g)).toEqual(['access_log /var/log/nginx/access.log hofn;']);
});

test('compose.yaml lists every required secret, and the API reaches identity internally', () => {
  const compose = read('compose.yaml');
  const [comment = ''] = /^(#.*\n)+/.exec(compose) ?? [];
  const required = new Set(Array.from(compose.matchAll(/\$\{(\w+):\?/g), ([, name]) => name));
  expect(required.size).toBeGreaterThan(3);
  for (const name of required) expect(comment).toContain(`${name}=…`);
  const [, api = ''] = /^ {2}api:\n((?: {4}.*\n)+)/m.exec(compose) ?? [];
  // Its internal host differs from the issuer's, which is the public URL.
  for (const setting of ['KEYS_URL', 'MANAGEMENT_URL'])
    expect(api).toContain(`IDENTITY_${setting}: http://identity:8081/`);
});

test('services trust only nginx’s address, so that limits count visitors', () => {
  const compose = read('compose.yaml');
  const [, proxy] = /^x-proxy: &proxy (\S+)$/m.exec(compose) ?? [];
  expect(proxy).toMatch(/^172\.30\.80\.\d+$/);
  expect(compose).toContain('ipv4_address: *proxy');
  // Assigned by name, and outside the range for dynamic addresses.
  expect(compose).toContain('subnet: 172.30.80.0/24, ip_range: 172.30.80.128/25');
  expect(Number(proxy?.split('.').at(-1))).toBeLessThan(128);
  for (const setting of ['API_TRUSTED_PROXIES', 'CHAT_TRUSTED_PROXIES'])
    expect(compose).toContain(`${setting}: *proxy\n`);
});

test('HOLD-4: compose.yaml runs the virus scanner that production requires', () => {
  const compose = read('compose.yaml');
  const [, host] = /CLAMD_URL: \$\{CLAMD_URL:-tcp:\/\/(\w+):3310\}/.exec(compose) ?? [];
  expect(compose).toContain(`\n  ${host}:\n    image: clamav/clamav`);
});

test('DATA-6: all replicas of the API derive travel confirmation codes from one secret', () => {
  const [, api = ''] = /^ {2}api:\n((?: {4}.*\n)+)/m.exec(read('compose.yaml')) ?? [];
  expect(api).toMatch(/replicas: [2-9]/);
  expect(api).toContain('CHECK_CODE_SECRET: ${' + 'CHECK_CODE_SECRET:?');
});
