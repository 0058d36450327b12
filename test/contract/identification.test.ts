import { beforeAll, expect, test } from 'vitest'
import { advanceClock } from '../support/clock.ts'
import { sourceFiles } from '../support/contract/source-files.ts'
import { open } from '../support/clients/portal.ts'
import { givePassword, signIn } from '../support/clients/sessions.ts'
import { putGrant } from '../support/fixtures/grants.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

/** Caches whose values end with time. Tests that count statements leave out those of the first four. */
const TIMED = [
  'src/auth/access-token.ts',
  'src/auth/api-key.ts',
  'src/auth/sessions.ts',
  'src/portal/addresses.ts',
  // Descriptions of OpenID issuers, for which no statement is sent.
  'src/auth/openid/openid.ts',
  // Documents of OAuth clients, for which none is sent either.
  'src/auth/client-documents.ts',
  // The worker has these. Tests select its statements by their table.
  'src/delivery/settings.ts',
  'src/mail/news/post-news.ts',
  // Tests of pictures move the clock.
  'src/modules/uploads/read-upload.ts',
]
const HOST = 'ideas.acme.example'

const app = useApp()
const tenant = useTenant(app, 'acme')
const credentials: Record<string, Headers> = {}

beforeAll(async () => {
  await openPortal(app, tenant, { portalUrl: `https://${HOST}` })
  await givePassword(app, [tenant.admin])
  credentials.key = tenant.key
  credentials.session = await signIn(app, tenant.admin.email, 'acme')
  credentials.token = (await putGrant(app, tenant, tenant)).token
})

/** Returns the statements of a request whose identification is kept, and of one whose identification has ended. */
async function statementsOf(request: () => Promise<unknown>) {
  // A document is compiled at its third execution.
  for (let time = 0; time < 3; time++) await request()
  const seen = []
  for (const passed of [0, 10_000]) {
    advanceClock(passed)
    app.statements.length = app.identifications.length = 0
    await request()
    seen.push({ statements: [...app.statements], identifications: app.identifications.length })
  }
  return seen
}

test.each(['key', 'session', 'token'])(
  'the statements of a test leave out the identification of a %s, which time repeats',
  async (credential) => {
    advanceClock(0)
    const [kept, ended] = await statementsOf(() =>
      // No cache answers for a person.
      app.graphql('{ posts { nodes { id viewerVote } } }', {}, credentials[credential]),
    )
    expect(kept?.identifications).toBe(0)
    expect(ended?.identifications).toBeGreaterThan(0)
    expect(ended?.statements).toEqual(kept?.statements)
    expect(kept?.statements).not.toEqual([])
  },
)

test('the statements of a test leave out the look-up of a host of a portal', async () => {
  advanceClock(0)
  const [kept, ended] = await statementsOf(() => open(app, '/roadmap', { host: HOST }))
  expect([kept?.identifications, ended?.identifications]).toEqual([0, 1])
  expect(ended?.statements).toEqual(kept?.statements)
})

test('no other cache ends with time', () => {
  const timed = sourceFiles('src')
    .filter(({ path, text }) => /ttlMs: \w+/.test(text) && path !== 'src/lib/concurrency/promise-cache.ts')
    .map(({ path }) => path)
  expect(timed.sort()).toEqual(TIMED.sort())
})
