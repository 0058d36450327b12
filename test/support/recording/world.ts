import { signSessionToken } from '../../../src/auth/session-token.ts'
import type { Transaction } from '../../../src/db/database.ts'
import { inTransaction } from '../../../src/db/transaction.ts'
import { startApp, type TestApp } from '../app.ts'
import { putGrant } from '../fixtures/grants.ts'
import { createTenant, type Person, type Tenant } from '../fixtures/scenario.ts'
import { createRecorder, startClock, type People, type Recorder } from './recorder.ts'

/** The organizations and people of a recorded scenario, with the recorder of its requests. */
export type World = Recorder & {
  app: TestApp
  people: People
  tenant: Tenant
  stranger: Tenant
  member: Person
  /** Runs `work` on the tenant through the program's verbs, for data that REST cannot create. */
  prepare: <Result>(work: (tx: Transaction, organizationId: number) => Promise<Result>) => Promise<Result>
  /** Headers of an SSO token for a customer of the tenant. */
  customer: (email: string, name?: string) => Promise<Record<string, string>>
  stop: () => Promise<void>
}

/** One recorded scenario. Its recording is the file of its name. */
export type Area = { name: string; play: (world: World) => Promise<void> }

/**
 * Starts a service on a fresh database, with a fixed clock, a tenant `acme` and another organization `rival`.
 * The people are created one by one, so that every run gives them the same ids.
 */
export async function createWorld(settings: Parameters<typeof startApp>[0] = {}): Promise<World> {
  const tick = startClock()
  const app = await startApp({ publicUrl: 'https://feedback.example', ...settings })
  const [tenant, stranger] = [await createOwner(app, 'acme'), await createOwner(app, 'rival')]
  const member = await tenant.member('member', 'max@acme.example')
  const { token } = await putGrant(app, stranger, tenant)
  const { token: self } = await putGrant(app, stranger, tenant, { actor: 'self' })
  const { token: narrow } = await putGrant(app, stranger, tenant, { scopes: ['customers:read'] })
  const ann = await tenant.sso({ email: 'ann@people.example', name: 'Ann' })
  const session = await sessionOf(app, tenant.admin, 'acme')
  const strangerSession = await sessionOf(app, stranger.admin, 'rival')
  const people: People = {
    none: {},
    key: tenant.key,
    admin: { ...tenant.key, ...session },
    session,
    member: { ...tenant.key, ...(await sessionOf(app, member, 'acme')) },
    customer: { ...tenant.key, ...ann },
    'wrong key': { 'API-KEY': `hn_${'x'.repeat(40)}` },
    'bad token': { ...tenant.key, Authorization: 'Bearer not-a-jwt' },
    stranger: { ...stranger.key, ...strangerSession },
    'key with a session of another organization': { ...tenant.key, ...strangerSession },
    token,
    'token of a person': self,
    'token without the scope': narrow,
  }
  return {
    ...createRecorder(app, people, tick),
    app,
    people,
    tenant,
    stranger,
    member,
    prepare: (work) => inTransaction(app.services.db, (tx) => work(tx, tenant.organization.id)),
    customer: async (email, name) => ({
      ...tenant.key,
      ...(await tenant.sso({ email, ...(name !== undefined && { name }) })),
    }),
    stop: () => app.stop(),
  }
}

/** Creates an organization whose admin has a fixed e-mail. */
export async function createOwner(app: TestApp, slug: string): Promise<Tenant> {
  const tenant = await createTenant(app, slug)
  const email = `ada@${slug}.example`
  const { id, accountId } = tenant.admin
  await app.database.pool.query('update accounts set email = $1 where id = $2', [email, accountId])
  await app.database.pool.query('update users set email = $1 where id = $2', [email, id])
  return { ...tenant, admin: { ...tenant.admin, email } }
}

/** Headers of a session that is current by the database's clock, which is not the fixed clock. */
export async function sessionOf({ services }: TestApp, { accountId }: Person, slug: string) {
  const token = await signSessionToken(accountId, services.keys.session, services.site.publicUrl, new Date())
  return { Authorization: `Bearer ${token}`, 'X-Organization': slug }
}
