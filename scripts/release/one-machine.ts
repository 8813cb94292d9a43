// The services of compose.yaml for systemd on one machine, without containers: `node scripts/release/one-machine.ts` writes
// deploy/systemd/services.json and the unit files again after a change of compose.yaml. A test compares them.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readCompose } from './compose.ts';

/** The services in the order of their start, with their title and the first digits of their ports. */
const layout = {
  identity: { title: 'identity provider', ports: 811 },
  content: { title: 'content service', ports: 814 },
  api: { title: 'API', ports: 812 },
  core: { title: 'insurance core', ports: 816 },
  chat: { title: 'live chat', ports: 813 },
  web: { title: 'web server', ports: 815 },
};
export type OneMachineService = keyof typeof layout;
export const oneMachineServices = Object.keys(layout) as OneMachineService[];
/** Started only where the insurer has no core system of their own. */
export const optionalServices: readonly OneMachineService[] = ['core'];

/** A variable of `.env`, as compose writes it: `:-` and a default, or `:?` and what is missing. */
const fromEnv = (name: string, rest: string): string => `\${${name}${rest}}`;

/** What differs from the containers: addresses of this machine, and files in a folder unless there is a bucket. */
const differences: Record<string, Record<string, string>> = {
  identity: { TRUSTED_PROXIES: '127.0.0.1' },
  api: {
    API_TRUSTED_PROXIES: '127.0.0.1',
    IDENTITY_KEYS_URL: 'http://127.0.0.1:8081/.well-known/jwks.json',
    IDENTITY_MANAGEMENT_URL: 'http://127.0.0.1:8081/',
    CONTENT_URL: 'http://127.0.0.1:8082',
    CLAMD_URL: fromEnv('CLAMD_URL', ':-tcp://127.0.0.1:3310'),
    EID_TRUST_FILE: fromEnv('EID_AUTHORITIES', ':?set EID_AUTHORITIES'),
    FILES_S3_BUCKET: fromEnv('FILES_S3_BUCKET', ':-'),
    FILES_S3_ENDPOINT: fromEnv('FILES_S3_ENDPOINT', ':-'),
    FILES_S3_KEY_ID: fromEnv('FILES_S3_KEY_ID', ':-'),
    FILES_FOLDER: fromEnv('FILES_FOLDER', ':-/srv/hofn-files'),
    FILES_SHARED: fromEnv('FILES_SHARED', ':-true'),
  },
  chat: {
    CHAT_TRUSTED_PROXIES: '127.0.0.1',
    IDENTITY_KEYS_URL: 'http://127.0.0.1:8081/.well-known/jwks.json',
  },
  core: {
    CORE_KEY_FILE: '/etc/hofn/core.private.jwk',
    CORE_API_URL: 'http://127.0.0.1:8088/',
    CORE_IDENTITY_URL: 'http://127.0.0.1:8081/',
  },
  content: { CONTENT_TRUSTED_PROXIES: '127.0.0.1' },
  web: { TRUSTED_PROXIES: '127.0.0.1', API_ORIGIN: 'http://127.0.0.1:8088' },
};

/** The settings that each service may see, as templates for `.env`. */
export const oneMachineSettings = (): Record<OneMachineService, Record<string, string>> => {
  const { services } = readCompose('compose.yaml');
  return Object.fromEntries(
    oneMachineServices.map((name) => {
      const own = Object.entries({ ...services[name]?.environment, ...differences[name] });
      // Without a host only this machine reaches a service; nginx is on it.
      return [
        name,
        Object.fromEntries(
          own.filter(([setting]) => !/^[A-Z]+_HOST$/.test(setting) || setting === 'METRICS_HOST'),
        ),
      ];
    }),
  ) as Record<OneMachineService, Record<string, string>>;
};

/** The unit file of a service; instances 1 and 2 are its replicas. */
export const unitOf = (name: OneMachineService): string => {
  const { title, ports } = layout[name];
  const main = readCompose('compose.yaml').services[name]?.command?.[0] ?? '';
  return `# Written by scripts/release/one-machine.ts from compose.yaml.
[Unit]
Description=Höfn ${title}, replica %i
After=network-online.target postgresql.service
Wants=network-online.target
PartOf=hofn.target
StartLimitIntervalSec=0

[Service]
User=hofn
WorkingDirectory=/opt/hofn/current
EnvironmentFile=/etc/hofn/${name}.env
Environment=NODE_ENV=production ${name.toUpperCase()}_PORT=${ports}%i
ExecStart=/usr/bin/env node ${main}
# A process that cannot reach the database within DATABASE_START_MS (60 s) at its start ends, and is started again.
Restart=always
RestartSec=5
# Longer than STOP_MS (25 s), so that a process can log what has not closed before it is killed.
TimeoutStopSec=30
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes${name === 'api' ? '\nReadWritePaths=-/srv/hofn-files' : ''}

[Install]
WantedBy=hofn.target
`;
};

export const targetUnit = `# Written by scripts/release/one-machine.ts from compose.yaml.
[Unit]
Description=Höfn: two replicas of each service
Wants=${oneMachineServices
  .filter((name) => !optionalServices.includes(name))
  .flatMap((name) => [1, 2].map((replica) => `hofn-${name}@${replica}.service`))
  .join(' ')}

[Install]
WantedBy=multi-user.target
`;

/** Every file of deploy/systemd, by name. */
export const systemdFiles = (): Record<string, string> => ({
  'services.json': `${JSON.stringify(oneMachineSettings(), null, 2)}\n`,
  'hofn.target': targetUnit,
  ...Object.fromEntries(oneMachineServices.map((name) => [`hofn-${name}@.service`, unitOf(name)])),
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--help'))
    console.log('node scripts/release/one-machine.ts    writes deploy/systemd from deploy/compose.yaml');
  else
    for (const [name, text] of Object.entries(systemdFiles()))
      writeFileSync(fileURLToPath(new URL(`../../deploy/systemd/${name}`, import.meta.url)), text);
}
