import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLogger } from '../../../src/lib/log/logger.ts'
import { memoryBytes, openBytes } from '../../../src/moving/sources/open-files.ts'
import { startExports } from '../../../src/server/jobs/run-exports.ts'
import { run } from '../../support/clients/operations.ts'
import { DEADLINE_MS } from '../../support/deadline.ts'
import { createWebhook } from '../../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app)
const other = useTenant(app)

/** Exports the organization, and returns its files as one text. */
async function exported(input: object): Promise<string> {
  const job = startExports({ services: app.services, log: createLogger('silent'), intervalMs: 20 })
  onTestFinished(() => job.stop())
  const { session } = tenant.admin
  const START = 'mutation ($input: StartExportInput!) { startExport(input: $input) { exportRun { id } } }'
  const { id } = (await run(app, session, START, { input })).startExport.exportRun
  const url = await vi.waitFor(
    async () => {
      const SHOW = 'query ($id: ID!) { exportRun(by: { id: $id }) { download { url } } }'
      return String((await run(app, session, SHOW, { id })).exportRun.download.url)
    },
    { timeout: DEADLINE_MS, interval: 50 },
  )
  const archive = Buffer.from(await (await fetch(url)).arrayBuffer())
  const files = await openBytes('export.zip', memoryBytes(archive))
  const texts = await Promise.all(files.names.map(async (name) => buffer(await files.open(name))))
  return Buffer.concat(texts).toString('utf8')
}

test('exports have no secrets, no rows of others and, without personal data, no person', async () => {
  const { session, email } = tenant.admin
  const { createApiKey } = await run(
    app,
    session,
    'mutation { createApiKey(input: { name: "k" }) { secret } }',
  )
  await createWebhook(app, tenant, { url: 'http://127.0.0.1:1/hook?token=query-secret-1' })
  const stranger = await other.sso({ email: 'stranger@elsewhere.example', name: 'Stranger Elsewhere' })
  const POST =
    'mutation ($title: String!, $text: String!) { createPost(input: { title: $title, description: $text }) { post { id } } }'
  await run(app, stranger, POST, { title: 'Of another tenant', text: 'x' })
  const ada = await tenant.sso({ email: 'ada@personal.example', name: 'Quetzalia Byron' })
  const text = 'Write to Ada@Personal.example, <ada@personal.example> or mailto:ada%40personal.example'
  await run(app, ada, POST, { title: '=HYPERLINK("http://evil.example") ada@personal.example', text })
  const { rows } = await app.database.pool.query<{ hash: string | null }>(
    'select password_hash as hash from accounts',
  )
  const hashes = rows.flatMap(({ hash }) => hash ?? [])
  const secrets = [String(createApiKey.secret), tenant.ssoKey, 'query-secret-1', '$argon2', ...hashes]
  const foreign = ['stranger@elsewhere.example', 'Stranger Elsewhere', 'Of another tenant']
  for (const input of [{ withEvents: true, withAudit: true }, { form: 'CSV' }]) {
    const whole = await exported(input)
    expect([...secrets, ...foreign].filter((word) => whole.includes(word))).toEqual([])
    expect(whole).toContain('ada@personal.example')
    if ('form' in input) expect(whole).not.toMatch(/(^|[,"])=HYPERLINK/m)
  }
  for (const input of [{ withoutPersonalData: true }, { withoutPersonalData: true, form: 'CSV' }]) {
    const impersonal = (await exported(input)).toLowerCase()
    const personal = ['ada@personal', 'ada%40personal', 'quetzalia', email.toLowerCase(), 'personal.example']
    expect(personal.filter((word) => impersonal.includes(word))).toEqual([])
  }
})
