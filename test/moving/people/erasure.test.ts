import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delivery } from '../../../src/delivery/worker.ts'
import { createLogger } from '../../../src/lib/log/logger.ts'
import type { Job } from '../../../src/lib/concurrency/loop.ts'
import { erasedPeople, readErasureHashes } from '../../../src/moving/people/erased-people.ts'
import { startErasures } from '../../../src/server/jobs/finish-erasures.ts'
import { run } from '../../support/clients/operations.ts'
import { startReceiver, type Receiver } from '../../support/clients/receiver.ts'
import { deliver } from '../../support/delivery.ts'
import { upload } from '../../support/fixtures/csv.ts'
import { EMAILS, erasing, NAMES } from '../../support/fixtures/erasing.ts'
import { mailsOf, queue } from '../../support/fixtures/mails.ts'
import { createTenant } from '../../support/fixtures/scenario.ts'
import { createWebhook } from '../../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app)
let receiver: Receiver
let worker: Delivery
let erasures: Job

beforeAll(async () => {
  receiver = await startReceiver()
  receiver.answer('/echo', (response, { text }) => {
    response.setHeader('X-Echo', /[a-z]+@quetzal\.example/.exec(text)?.[0] ?? 'none')
    response.end(text)
  })
  worker = deliver(app)
  const log = createLogger('silent')
  erasures = startErasures({ db: app.services.db, keys: app.services.keys, log, intervalMs: 20 })
})
afterAll(async () => {
  await erasures.stop()
  await worker.stop()
  await receiver.close()
})

const { query, columnsWith, putCustomer, erase } = erasing(app)

/** Waits until a worker has done the first part of all erasures, makes the last one due and waits for the end. */
async function untilErased(): Promise<void> {
  const stages = async () =>
    (await query<{ stage: number }>('select stage from erasures')).map((row) => row.stage)
  await expect.poll(async () => (await stages()).every((stage) => stage >= 5)).toBe(true)
  await query('update erasures set due_at = now() - make_interval(secs => 1) where finished_at is null')
  await expect.poll(async () => query('select from erasures where finished_at is null')).toEqual([])
}

test('after an erasure no column contains an address or a name of the person, and other organizations keep theirs', async () => {
  const other = await createTenant(app)
  await createWebhook(app, tenant, { url: `${receiver.url}/echo` })
  const [{ id }, theirs] = [await putCustomer(tenant), await putCustomer(other)]
  await upload(
    app,
    tenant.keyAndAdmin,
    `email,name\n${EMAILS[1]},${NAMES[1]}\n${EMAILS[1]},${'n'.repeat(300)}`,
  )
  await query(`update api_keys set name = name where organization_id = $1`, [tenant.organization.id])
  await run(
    app,
    tenant.admin.session,
    'mutation ($name: String!) { createApiKey(input: { name: $name }) { secret } }',
    { name: `key of ${EMAILS[1]}` },
  )
  await run(
    app,
    tenant.admin.session,
    'mutation ($email: EmailAddress!) { inviteTeamMember(input: { email: $email, role: MEMBER }) { token } }',
    { email: EMAILS[1] },
  )
  for (const email of EMAILS) await queue(app, tenant.organization.id, { email })
  await query(`update mails set subject = email, reply = '250 2.1.5 ' || email`)
  const mail = await queue(app, tenant.organization.id, { email: 'other@quetzal2.example', userId: id })
  await expect
    .poll(() => columnsWith(EMAILS, tenant))
    .toEqual(
      expect.arrayContaining([
        'mails.email',
        'mails.reply',
        'mails.subject',
        'audit_entries.details',
        'deliveries.body',
        'delivery_attempts.response',
        'delivery_attempts.response_headers',
        'events.snapshot',
        'import_rows.email',
        'invitations.email',
        'users.email',
      ]),
    )
  // A worker has claimed one, whose result comes after the erasure.
  await query(`update mails set state = 'sending', owner = 'a worker' where id = $1`, [mail])
  const before = await columnsWith([...EMAILS, ...NAMES], other)
  const { deleteCustomer } = await erase(tenant, id)
  expect(deleteCustomer.erasure).toMatchObject({ accountDeleted: false, identifiers: 2, mentions: [] })
  expect(deleteCustomer.erasure.events).toBeGreaterThan(1)
  expect(deleteCustomer.erasure.importEntries).toBeGreaterThan(0)
  await untilErased()
  const mails = await mailsOf(app, tenant.organization.id)
  expect(mails.filter(({ kind }) => kind === 'test')).toMatchObject(
    Array.from({ length: 3 }, () => ({
      state: 'canceled',
      email: null,
      owner: null,
      contentCiphertext: null,
    })),
  )
  // The name of a key is a text of its creator.
  expect(await columnsWith([...EMAILS, ...NAMES, 'quetzalia'], tenant)).toEqual(['api_keys.name'])
  expect(await columnsWith([...EMAILS, ...NAMES], other)).toEqual(before)
  expect(await query('select email from users where id = $1', [theirs.id])).toEqual([{ email: EMAILS[1] }])
  const [{ deliveries, attempts, audit_entries: entries } = {}] = await query<Record<string, number>>(
    'select * from erasures where organization_id = $1',
    [tenant.organization.id],
  )
  expect([deliveries, attempts, entries].every((count) => Number(count) > 0)).toBe(true)
})

test('the stored parts of imports lose the person, whose external ids are recognized', async () => {
  const own = await createTenant(app)
  const { id } = await putCustomer(own)
  const organizationId = own.organization.id
  const [run] = await query<{ id: number }>(
    `insert into import_runs (organization_id, source, source_name, state, finished_at, total, created_by_id, actor_kind, options, plan)
     values ($1, 'fider', 'fider:x', 'done', now(), 1, $2, 'system', $3, $4) returning id`,
    [
      organizationId,
      own.admin.id,
      { team: [EMAILS[1]] },
      { samples: [{ before: NAMES[1], [`by ${EMAILS[0]}`]: 1 }] },
    ],
  )
  await query(
    `insert into external_refs (organization_id, source_name, kind, external_id, local_id, second_id, run_id, created, hash, written)
     values ($1, 'fider:x', 'person', '4711', $2, null, $3, true, 'h', $4), ($1, 'fider:x', 'vote', $5, 1, $2, $3, true, 'h', null)`,
    [organizationId, id, run?.id, { name: NAMES[0] }, `5:${EMAILS[1]}`],
  )
  await query(
    `insert into import_changes (organization_id, run_id, kind, local_id, previous) values ($1, $2, 'person', $3, $4)`,
    [organizationId, run?.id, id, { name: NAMES[0] }],
  )
  await query(
    `insert into import_errors (organization_id, run_id, "row", problems, original) values ($1, $2, 1, $3, $4)`,
    [organizationId, run?.id, JSON.stringify([{ value: EMAILS[1] }]), { Author: NAMES[1] }],
  )
  await query(`update import_runs set state = 'running', finished_at = null where id = $1`, [run?.id])
  await expect(erase(own, id)).rejects.toThrow('CONFLICT')
  expect(await query('select email from users where id = $1', [id])).toEqual([{ email: EMAILS[1] }])
  await query(`update import_runs set state = 'done', finished_at = now() where id = $1`, [run?.id])
  expect((await erase(own, id)).deleteCustomer.erasure.identifiers).toBe(3)
  await untilErased()
  expect(await columnsWith([...EMAILS, ...NAMES, '4711'], own)).toEqual([])
  const hashes = await readErasureHashes(app.services.db, app.services.keys.encryption, organizationId)
  const hash = hashes?.ofReference({ sourceName: 'fider:x', externalId: '4711' }) ?? Buffer.alloc(0)
  expect((await erasedPeople(app.services.db, organizationId, [hash])).get(hash.toString('hex'))).toBe(id)
})
