import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { CERTIFICATE, CERTIFICATE_KEY } from './fixtures/certificate.ts'
import { freePort } from './free-port.ts'
import { SYSTEM } from './installed.ts'
import { until } from './postgres-server.ts'
import { ROOT, temporaryDirectory } from './program.ts'

export type ProxyName = 'nginx' | 'haproxy'

export type Proxy = { url: string; stop(): Promise<void> }

/** Changes an example of `docs/deploy` for a run without privileges: limits, certificates and temporary files. */
const CHANGES: Record<ProxyName, (text: string, folder: string) => string> = {
  nginx: (configuration, folder) =>
    configuration
      .replace('user www-data;', `pid ${folder}/pid; error_log stderr;`)
      .replace('worker_processes auto', 'worker_processes 1')
      .replaceAll('/etc/ssl/echolog', folder)
      .replace(
        'http {',
        `http {\n${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}`,
      ),
  haproxy: (configuration, folder) =>
    configuration
      .replace('/etc/ssl/echolog/', `${folder}/both.pem`)
      .replace('maxconn 20000', 'maxconn 200')
      // The service shares a process with the tests, and may answer a check late on a busy machine.
      .replace('  default-server check', '  timeout check 60s\n  default-server check'),
}

const ARGUMENTS: Record<ProxyName, (file: string) => string[]> = {
  nginx: (file) => ['-c', file, '-e', 'stderr', '-g', 'daemon off;'],
  haproxy: (file) => ['-f', file, '-db'],
}

/** Starts the example of a reverse proxy before a service. The other process of the example does not run. */
export async function startProxy(name: ProxyName, service: string): Promise<Proxy> {
  const directory = await temporaryDirectory()
  const folder = directory.path
  const [plain, tls, closed] = [await freePort(), await freePort(), await freePort()]
  const example = await readFile(
    join(ROOT, 'docs/deploy', name === 'nginx' ? 'nginx.conf' : 'haproxy.cfg'),
    'utf8',
  )
  const configuration = CHANGES[name](example, folder)
    .replace(/(listen|bind :)( ?)80\b/, `$1$2${plain}`)
    .replace(/(listen|bind :)( ?)443\b/, `$1$2${tls}`)
    .replace('10.0.0.11:4000', `127.0.0.1:${closed}`)
    .replace('10.0.0.12:4000', new URL(service).host)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'fullchain.pem'), CERTIFICATE)
  await writeFile(join(folder, 'key.pem'), CERTIFICATE_KEY)
  await writeFile(join(folder, 'both.pem'), `${CERTIFICATE}\n${CERTIFICATE_KEY}\n`)
  const file = join(folder, 'configuration')
  await writeFile(file, configuration)
  const child = spawn(name, ARGUMENTS[name](file), { env: SYSTEM, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const ended = once(child, 'close')
  const url = `https://localhost:${tls}`
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${log}`)
    const { status = 503 } = await ask(url).catch(() => ({ status: 503 }))
    return status < 500
  })
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await directory.remove()
    },
  }
}

type Asked = { path?: string; headers?: Record<string, string>; from?: string }

/** Sends a GET, from a loopback address. A `Host` may be that of a portal. */
export async function ask(
  url: string,
  { path = '/', headers = {}, from = '127.0.0.1' }: Asked = {},
): Promise<{ status: number | undefined; text: string }> {
  const { port } = new URL(url)
  const options = { host: '127.0.0.1', port, path, headers: { Host: new URL(url).host, ...headers } }
  const sent = request({ ...options, localAddress: from, rejectUnauthorized: false }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode, text: await text(response) }
}
