// `node packages/service/src/check-ready.ts <port>`: the health check of a container. Exits with 0 if the service on the port
// is ready.
if (process.argv.includes('--help')) {
  console.log(
    `node packages/service/src/check-ready.ts PORT    exit code 0 if the service on this port of the machine is ready`,
  );
  process.exit(0);
}
const port = process.argv[2] ?? '';
try {
  const response = await fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(3_000) });
  process.exitCode = response.ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
