import { expect, test } from 'vitest';
import { createLogger, maskKennitala } from './logger.ts';

const logged = (write: (logger: ReturnType<typeof createLogger>) => void): string => {
  let text = '';
  const logger = createLogger('test', 'info', {
    write: (line: string) => {
      text += line;
    },
  });
  write(logger);
  return text;
};

test('KT-10: a log shows only the first six digits of a kennitala, in any notation and position', () => {
  expect(maskKennitala('0101301469, 010130-1469 and 010130 1469')).toBe(
    '010130-****, 010130-**** and 010130-****',
  );
  const text = logged((logger) => {
    logger.info({ a: { b: ['0101301469'] } }, 'looked up 010130-1469');
    logger.error(new Error('duplicate 0101301469', { cause: new Error('key (ssn)=(0101301469)') }));
    logger.error({ err: new Error('again 0101301469') }, 'failed');
  });
  expect(text.match(/010130-\*{4}/g)).toHaveLength(6);
  expect(text).not.toContain('1469');
});

test('KT-10: bindings of child loggers and output of serializers are masked too, and each line stays valid JSON', () => {
  const text = logged((logger) => {
    const child = logger.child(
      { ssn: '010130-1469' },
      { serializers: { req: () => ({ url: '/a/0101301469' }) } },
    );
    child.info({ req: {}, bytes: 1_234_567_890 }, 'asked');
  });
  expect(JSON.parse(text)).toMatchObject({
    ssn: '010130-****',
    req: { url: '/a/010130-****' },
    bytes: 1_234_567_890,
    msg: 'asked',
  });
});

test('a longer number is not masked', () => {
  expect(maskKennitala('17637216000001')).toBe('17637216000001');
});

test('passwords, tokens and cookies are removed at any depth, and tokens within texts too', () => {
  const text = logged((logger) => {
    logger.info({ request: { headers: { authorization: 'Bearer abc', cookie: 'sid=abc' } } }, 'asked');
    logger.info(
      { body: { newPassword: 'abc', refresh_token: 'abc' } },
      'sent eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
    );
  });
  expect(text).not.toMatch(/abc|eyJ/);
  expect(text).toContain('[token]');
});

test('an error is logged with its stack, without the values of its query', () => {
  const failure = Object.assign(new Error('Failed query: select 1\nparams: jon@example.is'), {
    params: ['jon@example.is'],
    code: '23505',
  });
  const line = JSON.parse(logged((logger) => logger.error({ err: failure }, 'failed')));
  expect(line.err).toMatchObject({ message: 'Failed query: select 1', code: '23505' });
  expect(line.err.stack).toContain('logger.test.ts');
  expect(JSON.stringify(line)).not.toContain('jon@');
});
