import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster, type Cluster } from '../support/cluster.ts'
import { queue } from '../support/fixtures/mails.ts'
import { startMailServer } from '../support/mail-server.ts'
import { useApp, useTenant } from '../support/use.ts'

/** How often a worker is killed. Default 5, or `STORM_KILLS`, such as 60 by hand. */
const KILLS = Number(process.env.STORM_KILLS ?? 5)
const MAILS_A_KILL = 100
/** Messages of which a killed worker has not stored the results. */
const MAX_REPEATED = 50
const DRAINED_WITHIN_MS = 300_000

const app = useApp()
const tenant = useTenant(app)
let server: Awaited<ReturnType<typeof startMailServer>>
let cluster: Cluster

beforeAll(async () => {
  server = await startMailServer({ disabledCommands: ['STARTTLS'] })
  cluster = await startCluster(app, ['worker', 'worker'], {
    SMTP_URL: `smtp://127.0.0.1:${server.settings.port}`,
    SMTP_TLS: 'off',
    MAIL_FROM: 'Acme <feedback@acme.example>',
    MAIL_PER_MINUTE: '0',
    MAIL_PER_DOMAIN_PER_MINUTE: '0',
  })
})
afterAll(async () => {
  await cluster.stop()
  await server.stop()
})

test('workers killed while they send lose no mail, and a second copy has the same Message-ID', async () => {
  const { pool } = app.database
  const { id } = tenant.organization
  const wanted = new Set<string>()
  for (let kills = 1; kills <= KILLS; kills++) {
    await Promise.all(
      Array.from({ length: MAILS_A_KILL }, (_, n) => {
        const email = `person-${kills}-${n}@people.example`
        wanted.add(email)
        return queue(app, id, { email })
      }),
    )
    await expect
      .poll(() => server.received.length, { timeout: DRAINED_WITHIN_MS })
      .toBeGreaterThan((kills - 1) * MAILS_A_KILL)
    await sleep(Math.random() * 100)
    const member = cluster.members[Math.floor(Math.random() * cluster.members.length)]
    if (member) await cluster.replace(member)
  }
  // The leases of killed workers end.
  const unsent = async () => {
    await pool.query(
      `update mails set due_at = now() where state = 'sending' and due_at < now() + interval '90 seconds'`,
    )
    return (await pool.query(`select from mails where state <> 'sent'`)).rowCount
  }
  await expect.poll(unsent, { timeout: DRAINED_WITHIN_MS, interval: 500 }).toBe(0)
  const copies = Map.groupBy(server.received, ({ to }) => to.join())
  expect(new Set(copies.keys())).toEqual(wanted)
  const repeated = [...copies.values()].filter((messages) => messages.length > 1)
  for (const messages of repeated) {
    expect(messages.length).toBeLessThanOrEqual(1 + KILLS)
    expect(new Set(messages.map(({ message }) => /^Message-ID: (.*)$/m.exec(message)?.[1])).size).toBe(1)
  }
  // A killed worker repeats the messages that it was sending, and those whose results were not stored.
  expect(repeated.length).toBeLessThanOrEqual(KILLS * MAX_REPEATED)
}, 600_000)
