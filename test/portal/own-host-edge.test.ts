import { beforeAll, expect, test } from 'vitest'
import { open } from '../support/clients/portal.ts'
import { connect, openSocket } from '../support/clients/sockets.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const host = 'ideas.acme.example'
/**
 * Hosts by which a load balancer or an orchestrator asks: of a pod, in either family of addresses, and of a service.
 */
const PROBES = ['10.0.0.7:4000', '[fd00::7]:4000', 'echolog', 'echolog.default.svc.cluster.local:4000']

beforeAll(() => openPortal(app, tenant, { portalUrl: `https://${host}` }))

test.each([host, `${host}.`, host.toUpperCase()])('%s opens no socket', async (Host) => {
  const refused = openSocket(app, { headers: { Host } })
  await expect(refused).rejects.toThrow('404')
})

test.each(PROBES)('%s opens a socket', async (Host) => {
  const client = await connect(app, {}, { headers: { Host } })
  expect(client.closed).toBeNull()
  client.socket.close()
})

test.each(['/metrics', '/healthz', '/readyz'])('%s is not of an own host', async (path) => {
  const type = expect.stringContaining('text/html')
  expect(await open(app, path, { host })).toMatchObject({ status: 404, headers: { 'content-type': type } })
  expect(await open(app, path)).toMatchObject({ status: 200 })
  for (const probe of PROBES)
    expect([probe, (await open(app, path, { host: probe })).status]).toEqual([probe, 200])
})

test('probes are answered while the organizations cannot be read', async () => {
  const lock = await app.database.pool.connect()
  try {
    await lock.query('begin; lock table organizations in access exclusive mode')
    for (const probe of [...PROBES, 'other.example'])
      expect((await open(app, '/readyz', { host: probe })).status, probe).toBe(200)
  } finally {
    await lock.query('rollback')
    lock.release()
  }
})
