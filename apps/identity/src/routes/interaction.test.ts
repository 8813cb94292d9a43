import { signInAttempts } from '@hofn/database';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { beginAttempt, limits } from '../sign-in/attempts.ts';
import {
  createVisitor,
  people,
  startIdentity,
  type TestIdentity,
  testCallback,
  testOrigin,
} from '../testing.ts';

const partner = {
  client_id: 'partner',
  client_name: 'Bílaþjónusta <Norðurlands>',
  redirect_uris: [testCallback],
  logout_uris: [testOrigin],
  ask_consent: true,
};

describe('the sign-in page', () => {
  let identity: TestIdentity;
  beforeAll(async () => {
    identity = await startIdentity({ clients: [partner] });
  });
  afterAll(() => identity.stop());
  beforeEach(() => identity.database.db.delete(signInAttempts));

  const openPage = async (params: Record<string, string> = {}, clientId?: string) => {
    const visitor = createVisitor(identity, clientId);
    const { page } = await visitor.openSignIn(params);
    const response = await visitor.visit(page);
    return { visitor, page, response, html: await response.text() };
  };

  test('LANG-1, LANG-6: is Icelandic by default and English when ui_locales asks for it', async () => {
    const icelandic = await openPage();
    expect(icelandic.html).toContain('<html lang="is">');
    expect(icelandic.html).toContain('<title>Innskráning á Mínar síður · Tryggingar og góð þjónusta</title>');
    const english = await openPage({ ui_locales: 'en-GB is' });
    expect(english.html).toContain('<html lang="en">');
    expect(english.html).toContain('<title>Log in to My pages · Insurance and Service</title>');
    expect((await openPage({ ui_locales: 'pl' })).html).toContain('<html lang="is">');
  });

  test('LANG-9: the language switch stays on the page, and its choice survives a failed attempt', async () => {
    const { visitor, page, html } = await openPage();
    expect(html).toContain(`href="${page}?way=password&amp;language=en"`);
    const english = await (await visitor.visit(`${page}?language=en`)).text();
    const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(english) ?? [];
    const answered = await (
      await visitor.send(action, { name: people.customer.ssn, password: 'wrong' })
    ).text();
    expect(answered).toContain('The national ID and password do not match. Check both.');
  });

  test('LANG-9: the language switch stays on the page that sends a password letter, also after a mistake and when it is sent', async () => {
    const { visitor, page } = await openPage();
    const first = await (await visitor.visit(`${page}/credentials`)).text();
    const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(first) ?? [];
    const send = async (ssn: string) => (await visitor.send(action, { ssn })).text();
    const [mistaken, sent] = [await send('1'), await send(people.customer.ssn)];
    expect(mistaken).toContain('name="ssn"');
    expect(sent).not.toContain('name="ssn"');
    for (const html of [first, mistaken, sent])
      expect(html).toContain(`href="${page}/credentials?language=en" lang="en"`);
  });

  test('AUTH-10c: staff sign in with a user name, customers with a kennitala', async () => {
    const staff = await openPage({ connection: 'employee' });
    expect(staff.html).toContain('Notandanafn');
    expect(staff.html).not.toContain('Kennitala');
    const customers = await openPage();
    expect(customers.html).toContain('Kennitala');
  });

  test('AUTH-10a: the fields support autofill, and nothing is loaded from other origins', async () => {
    const { html, response } = await openPage();
    expect(html).toContain('autocomplete="username"');
    expect(html).toContain('autocomplete="current-password"');
    for (const [, address = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      if (/\.(css|js|woff2|svg)$/.test(address)) {
        expect(address).toMatch(/^\/assets\//);
        const asset = await fetch(new URL(address, identity.url));
        expect(asset.status).toBe(200);
        expect(asset.headers.get('cache-control')).toContain('immutable');
      }
    }
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none';script-src 'self';style-src 'self';font-src 'self';img-src 'self';connect-src 'self';base-uri 'none';frame-ancestors 'none';form-action 'self' http://localhost:8080 http://staff.localhost:8080",
    );
    expect(response.headers.get('cross-origin-opener-policy')).toBeNull();
  });

  test.each([
    ['is', '', { name: 'a\0b', password: 'x' }, 'name', 'Í textanum er stýritákn'],
    ['en', '', { name: people.customer.ssn, password: 'x\u0007' }, 'password', 'has a control character'],
    ['is', '/credentials', { ssn: '140285\u00011489' }, 'ssn', 'Í textanum er stýritákn'],
    ['en', '/credentials', { ssn: '\u001b' }, 'ssn', 'has a control character'],
    [
      'is',
      '/electronic-id',
      { method: 'mobile', called: '615\u00000001' },
      'called',
      'Í textanum er stýritákn',
    ],
    [
      'en',
      '/electronic-id',
      { method: 'app', called: '1402851489\u0085' },
      'called',
      'has a control character',
    ],
  ] as const)(
    'HOLD-24: a control character is named at its field, in the language of the page (%s, %s)',
    async (language, path, fields, field, says) => {
      const { visitor, page } = await openPage();
      const response = await visitor.send(`${page}${path}?language=${language}`, fields);
      const html = await response.text();
      expect(response.status).toBe(400);
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toMatch(new RegExp(`<a href="#${field}">[^<]*${says}`));
      expect(html).toMatch(new RegExp(`id="${field}-error">[^<]*${says}`));
      // Nothing of it was tried.
      expect(await identity.database.db.$count(signInAttempts)).toBe(0);
    },
  );

  test('HOLD-24, AUTH-10c: staff read it at the field of the user name', async () => {
    const { visitor, page } = await openPage({ connection: 'employee' });
    const response = await visitor.send(`${page}?language=en`, { name: 'katrin\0', password: 'x' });
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(
      /<label class="label" for="name">Username[\s\S]*id="name-error">[^<]*control/,
    );
  });

  test('AUTH-10a: after an error the name is kept, the password is not, and each field shows its error', async () => {
    const { visitor, page } = await openPage();
    const empty = await (await visitor.send(page, { name: '', password: '' })).text();
    expect(empty).toContain('<a href="#name">Skráðu kennitöluna þína</a>');
    expect(empty).toContain('<a href="#password">Skráðu lykilorðið þitt</a>');
    expect(empty).toContain('id="name-error">Skráðu kennitöluna þína');
    expect(empty).toMatch(/<title>Laga þarf eftirfarandi: /);
    const short = await (await visitor.send(page, { name: '"><b>123', password: 'leyndarmal' })).text();
    expect(short).toContain('Kennitala á að vera tíu tölustafir');
    expect(short).toContain('value="&quot;&gt;&lt;b&gt;123"');
    expect(short).not.toContain('leyndarmal');
  });

  test('AUTH-13: wrong, unknown and waiting accounts get identical pages', async () => {
    const { visitor, page } = await openPage();
    const attempt = async (name: string, password: string) => {
      const response = await visitor.send(page, { name, password });
      return { status: response.status, html: (await response.text()).replaceAll(name, 'NAME') };
    };
    const wrong = await attempt(people.customer.ssn, 'wrong');
    const unknown = await attempt('0101901699', 'wrong');
    expect(wrong.html).toContain('Kennitala og lykilorð passa ekki saman');
    expect(unknown).toEqual(wrong);
    for (let failure = 0; failure < 4; failure += 1) await attempt(people.customer.ssn, 'wrong');
    const waiting = await attempt(people.customer.ssn, people.customer.password);
    expect(waiting).toEqual(wrong);
  });

  test('AUTH-13: guessing is stopped and logged, without kennitala and password', async () => {
    const { visitor, page } = await openPage();
    identity.lines.length = 0;
    for (let failure = 0; failure < 6; failure += 1) {
      await visitor.send(page, { name: people.customer.ssn, password: `guess number ${failure}` });
    }
    const audit = identity.lines.filter((line) => line.audit === 'sign-in refused');
    expect(audit.map(({ reason }) => reason)).toEqual([
      'wrong',
      'wrong',
      'wrong',
      'wrong',
      'wrong',
      'waiting',
    ]);
    expect(audit[0]).toMatchObject({ connection: 'customer', sub: people.customer.sub, method: 'password' });
    const text = JSON.stringify(identity.lines);
    expect(text).not.toContain(people.customer.ssn);
    expect(text).not.toContain('guess number');
  });

  test('AUTH-13: guesses by others do not lock the owner out of a known browser', async () => {
    const { ssn: name, password } = people.customer;
    const owner = createVisitor(identity);
    await owner.signIn();
    const { visitor: attacker, page } = await openPage();
    for (let failure = 0; failure < 6; failure += 1) await attacker.send(page, { name, password: 'guess' });
    expect((await attacker.send(page, { name, password })).status).toBe(200);
    const again = await owner.openSignIn({ prompt: 'login' });
    expect((await owner.send(again.page, { name, password })).status).toBe(303);
    // The known-device cookie has its own limit.
    for (let failure = 0; failure < 5; failure += 1) {
      const { page: next } = await owner.openSignIn({ prompt: 'login' });
      await owner.send(next, { name, password: 'guess' });
    }
    const last = await owner.openSignIn({ prompt: 'login' });
    expect((await owner.send(last.page, { name, password })).status).toBe(200);
  });

  test('AUTH-13: the client’s address is counted across accounts', async () => {
    const { ssn: name, password } = people.other;
    const { visitor, page } = await openPage();
    for (let failure = 0; failure < limits.address.failures; failure += 1)
      await beginAttempt(identity.database.db, 'address', '127.0.0.1', new Date());
    const refused = await visitor.send(page, { name, password });
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(30);
    expect(await refused.text()).toContain('Of margar tilraunir á stuttum tíma');
    await identity.database.db.delete(signInAttempts);
    expect((await visitor.send(page, { name, password })).status).toBe(303);
  });

  test('AUTH-13: a forged known-device cookie is ignored', async () => {
    const { ssn: name, password, sub } = people.customer;
    const { visitor, page } = await openPage();
    for (let failure = 0; failure < 5; failure += 1) {
      const cookie = `${failure}.${Buffer.from(sub).toString('base64url')}`;
      visitor.jar.set('hofn_known_device /interaction', { value: cookie, path: '/interaction' });
      visitor.jar.set('hofn_known_device.sig /interaction', { value: 'x'.repeat(27), path: '/interaction' });
      await visitor.send(page, { name, password: 'guess' });
    }
    expect((await visitor.send(page, { name, password })).status).toBe(200);
  });

  test('AUTH-10a: a sign-in is recorded in the audit log and the metrics', async () => {
    await createVisitor(identity).signIn();
    expect(identity.lines).toContainEqual(
      expect.objectContaining({ audit: 'sign-in', sub: people.customer.sub, client: 'hofn-web' }),
    );
    const metrics = await (await fetch(`${identity.url}/metrics`)).text();
    expect(metrics).toMatch(
      /sign_ins_total\{connection="customer",outcome="signed in",service="identity"\} [1-9]/,
    );
  });

  test('AUTH-6a: the form works only in the browser that opened it', async () => {
    const { page } = await openPage();
    const attacker = createVisitor(identity);
    const { ssn: name, password } = people.customer;
    const response = await attacker.send(page, { name, password });
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    const text = await response.text();
    expect(text).toContain('Innskráningin er útrunnin eða henni er lokið');
    // Who was signed in meanwhile, and went back, goes on from here.
    expect(text).toMatch(/href="[^"]*\/arsskyrsla\/vidskipti\/">Opna Mínar síður</);
  });

  test('AUTH-6a: a completed sign-in page cannot be used again', async () => {
    const visitor = createVisitor(identity);
    const { page } = await visitor.openSignIn();
    const { ssn: name, password } = people.customer;
    await visitor.followToClient(await visitor.send(page, { name, password }));
    expect((await visitor.send(page, { name, password })).status).toBe(400);
  });

  test('too large a form (413), a JSON body (415) and an unknown page (404) get an error page', async () => {
    const { visitor, page } = await openPage();
    const large = await visitor.send(page, { name: 'x'.repeat(20_000), password: 'y' });
    expect(large.status).toBe(413);
    const json = await visitor.visit(page, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(json.status).toBe(415);
    const missing = await visitor.visit('/nowhere');
    expect(missing.status).toBe(404);
    for (const response of [large, json, missing]) expect(await response.text()).toContain('<h1>');
  });

  describe('of a third-party client', () => {
    const giveConsent = async (answer: 'allow' | 'deny') => {
      const visitor = createVisitor(identity, 'partner');
      const { page } = await visitor.openSignIn();
      const { ssn: name, password } = people.customer;
      let response = await visitor.send(page, { name, password });
      while (!response.headers.get('location')?.startsWith('/interaction/')) {
        response = await visitor.visit(response.headers.get('location') ?? '');
      }
      const consent = response.headers.get('location') ?? '';
      const html = await (await visitor.visit(consent)).text();
      return { visitor, html, back: await visitor.followToClient(await visitor.send(consent, { answer })) };
    };

    test('AUTH-2a: asks the customer for consent, once', async () => {
      const { visitor, html, back } = await giveConsent('allow');
      expect(html).toContain('<h1>Bílaþjónusta &lt;Norðurlands&gt; óskar eftir aðgangi</h1>');
      expect(html).toContain('tryggingarnar þínar og önnur gögn á Mínum síðum');
      expect(back.searchParams.get('code')).toBeTruthy();
      const silent = await visitor.visit(visitor.request({ prompt: 'none' }).path);
      expect(silent.headers.get('location')).toContain('code=');
    });

    test('AUTH-2a: declining redirects back with access_denied', async () => {
      const { visitor, back } = await giveConsent('deny');
      expect(back.searchParams.get('error')).toBe('access_denied');
      const silent = await visitor.visit(visitor.request({ prompt: 'none' }).path);
      expect(silent.headers.get('location')).toContain('error=consent_required');
    });
  });
});
