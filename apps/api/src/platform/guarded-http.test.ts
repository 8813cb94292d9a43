import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { createGuardedHttp, mayReach, NoResponse, networksSetting } from './guarded-http.ts';
import { certificateOf } from './testing-certificate.ts';

const closers: Array<() => unknown> = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A receiver on this machine that counts its connections and requests. */
const receiver = async (answer: Parameters<typeof createServer>[1]) => {
  const seen = { connections: 0, requests: 0 };
  const server: Server = createServer((request, response) => {
    seen.requests += 1;
    answer?.(request, response as never);
  });
  server.on('connection', () => {
    seen.connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return { port: (server.address() as AddressInfo).port, seen };
};

const guarded = (parts: Parameters<typeof createGuardedHttp>[0]) => {
  const http = createGuardedHttp(parts);
  closers.push(http.close);
  return (address: string, timeoutMs = 5_000) =>
    http.post(new URL(address), { headers: {}, body: '{}', timeoutMs, signal: new AbortController().signal });
};

const refused = [
  ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1'],
  ...['169.254.169.254', '168.63.129.16', '192.0.2.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
  ...['::', '::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'ff02::1', '2001:db8::1', 'fec0::1'],
  // IPv4 addresses written within IPv6: mapped, compatible, NAT64, 6to4 and Teredo.
  ...['::ffff:127.0.0.1', '::ffff:a00:1', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::a00:1'],
  ...['2002:7f00:1::', '2001:0:0:0:0:0:7f00:1'],
];

test.each(refused)('CORE-9: the address %s is not reached', (address) => {
  expect(mayReach(address, [])).toBe(false);
});

test('CORE-9: public addresses are reached, others only by a setting, and where clouds keep credentials never', () => {
  for (const address of ['93.184.215.14', '2606:2800:21f:cb07::1', '::ffff:93.184.215.14'])
    expect([address, mayReach(address, [])]).toEqual([address, true]);
  const allowed = networksSetting.parse('10.1.0.0/16, fd12::/64,127.0.0.1');
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::5', '127.0.0.1'])
    expect([address, mayReach(address, allowed)]).toEqual([address, true]);
  for (const address of ['10.2.0.1', 'fd13::5', '127.0.0.2'])
    expect([address, mayReach(address, allowed)]).toEqual([address, false]);
  for (const address of ['169.254.169.254', 'fd00:ec2::254', 'fe80::1', '168.63.129.16', '100.100.100.200'])
    expect([address, mayReach(address, ['0.0.0.0/0', '::/0'])]).toEqual([address, false]);
  for (const text of ['10.0.0.0/33', 'intranet', '10.0.0.0/8;::1'])
    expect([text, networksSetting.safeParse(text).success]).toEqual([text, false]);
});

test('CORE-9: a private address is not connected to, whether it is written, mapped or what a name resolves to', async () => {
  const { port, seen } = await receiver((_request, response) => response.end());
  const post = guarded({ networks: [] });
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433'])
    await expect(post(`http://${host}:${port}/`), host).rejects.toThrow('address not allowed');
  expect(seen.connections).toBe(0);
});

test('CORE-9: a name is resolved once, and one private address among its addresses is enough to refuse it', async () => {
  const { port, seen } = await receiver((_request, response) => response.end());
  const answers = [
    [{ address: '127.0.0.1', family: 4 }],
    [{ address: '169.254.169.254', family: 4 }],
    [
      { address: '127.0.0.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ],
  ];
  let asked = 0;
  const lookup: LookupFunction = (_name, _options, callback) => {
    asked += 1;
    callback(null, answers[asked - 1] ?? []);
  };
  const post = guarded({ networks: ['127.0.0.1'], lookup });
  const address = `http://receiver.example:${port}/`;
  expect(await post(address)).toMatchObject({ status: 200 });
  expect([asked, seen.connections]).toEqual([1, 1]);
  // The connection that was checked is kept; a new one is checked again.
  expect(await post(address)).toMatchObject({ status: 200 });
  expect([asked, seen.connections]).toEqual([1, 1]);
  for (const close of closers.splice(0)) await close();
  const other = guarded({ networks: ['127.0.0.1'], lookup });
  for (const _ of [1, 2]) await expect(other(address)).rejects.toThrow('address not allowed');
  expect(asked).toBe(3);
});

test('CORE-9: a redirect is not followed, and of a response only the beginning is read', async () => {
  const target = await receiver((_request, response) => response.end());
  const { port, seen } = await receiver((request, response) => {
    if (request.url === '/long') return response.writeHead(200).end(Buffer.alloc(1024 * 1024));
    return response
      .writeHead(307, { location: `http://127.0.0.1:${target.port}/`, 'retry-after': '7' })
      .end();
  });
  const post = guarded({ networks: ['127.0.0.1'] });
  expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ status: 307, retryAfter: '7' });
  expect(target.seen.connections).toBe(0);
  expect(await post(`http://127.0.0.1:${port}/long`)).toMatchObject({ status: 200 });
  expect(seen.requests).toBe(2);
});

test('CORE-9: a receiver that hangs, before or within its response, ends with a timeout', async () => {
  const { port } = await receiver((request, response) => {
    if (request.url === '/headers') response.writeHead(200).write('…');
  });
  const post = guarded({ networks: ['127.0.0.1'] });
  await expect(post(`http://127.0.0.1:${port}/`, 200)).rejects.toThrow(new NoResponse('timeout'));
  // Its status has arrived, which is the answer: the rest is not waited for.
  expect(await post(`http://127.0.0.1:${port}/headers`, 60_000)).toMatchObject({ status: 200 });
});

test('CORE-9: a reason for logs is a word, without address or content', async () => {
  const { port } = await receiver((request) => request.socket.destroy());
  const post = guarded({ networks: ['127.0.0.1'] });
  await expect(post(`http://127.0.0.1:${port}/secret?key=1`)).rejects.toThrow(new NoResponse('ECONNRESET'));
  await expect(post('http://nowhere.invalid/')).rejects.toThrow(/^(?:ENOTFOUND|EAI_AGAIN)$/);
});

test('CORE-9: over https the certificate must be valid for the name, at the address that was checked', async () => {
  const certificate = await certificateOf('receiver.example');
  const server = createTlsServer(certificate, (request, response) => response.end(request.headers.host));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const { port } = server.address() as AddressInfo;
  const lookup: LookupFunction = (_name, _options, callback) =>
    callback(null, [{ address: '127.0.0.1', family: 4 }]);
  const post = guarded({ networks: ['127.0.0.1'], lookup });
  await expect(post(`https://receiver.example:${port}/`)).rejects.toThrow('DEPTH_ZERO_SELF_SIGNED_CERT');

  const usual = getCACertificates('default');
  closers.push(() => setDefaultCACertificates(usual));
  setDefaultCACertificates([...usual, certificate.cert]);
  expect(await post(`https://receiver.example:${port}/`)).toMatchObject({ status: 200 });
  await expect(post(`https://other.example:${port}/`)).rejects.toThrow('ERR_TLS_CERT_ALTNAME_INVALID');
  const strict = guarded({ networks: [], lookup });
  await expect(strict(`https://receiver.example:${port}/`)).rejects.toThrow('address not allowed');
});
