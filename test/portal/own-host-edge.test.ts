import { beforeAll, describe, expect, test } from 'vitest'
import { open } from '../support/clients/portal.ts'
import { connect, openSocket } from '../support/clients/sockets.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
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

describe('a row of a former version whose host is no domain name', () => {
  test.each(['127.0.0.1:9', '10.0.0.5:4000', '[::1]:4000', 'echolog:4000', 'ideas.localhost'])(
    '%s serves no portal at the root, and hides nothing',
    async (own) => {
      const old = await createTenant(app)
      const { id } = old.organization
      const portalUrl = `http://${own}`
      await app.database.kysely
        .updateTable('organizations')
        .set({ portalUrl, portalHost: own, visibility: 'public' })
        .where('id', '=', id)
        .execute()
      expect((await open(app, '/feed.atom', { host: own })).status).toBe(404)
      expect((await open(app, '/graphql?query={__typename}', { host: own })).status).toBe(200)
      expect((await open(app, '/healthz', { host: own })).status).toBe(200)
    },
  )
})
