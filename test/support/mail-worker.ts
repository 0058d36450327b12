import { afterEach, beforeEach, expect } from 'vitest'
import type { SMTPServerOptions } from 'smtp-server'
import type { SendingSettings } from '../../src/mail/settings.ts'
import type { TestApp } from './app.ts'
import { DEADLINE_MS } from './deadline.ts'
import { mailsOf, sendMails } from './fixtures/mails.ts'
import { createTenant, type Tenant } from './fixtures/scenario.ts'
import { startMailServer } from './mail-server.ts'

/** Creates an organization for each test, which everyone may join, and stops the workers that the test starts. */
export function useMailWorkers(app: TestApp) {
  let tenant: Tenant
  const closing: (() => Promise<void>)[] = []
  beforeEach(async () => {
    tenant = await createTenant(app)
    await app.database.pool.query(`update organizations set sign_up = 'open' where id = $1`, [
      tenant.organization.id,
    ])
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
    await app.database.pool.query('delete from mails')
  })
  const rows = () => mailsOf(app, tenant.organization.id)
  const states = async () => (await rows()).map(({ state }) => state)
  return {
    organizationId: () => tenant.organization.id,
    closing,
    rows,
    until: (expected: unknown[]) => expect.poll(states, { timeout: DEADLINE_MS }).toEqual(expected),
    /** Lets time pass for queued and leased mails. */
    letPass: (seconds: number) =>
      app.database.pool.query(
        'update mails set due_at = due_at - make_interval(secs => $1), created_at = created_at - make_interval(secs => $1)',
        [seconds],
      ),
    /** Starts a mail server and a worker that sends to it. */
    send: async (options: SMTPServerOptions = {}, changes: Partial<SendingSettings> = {}) => {
      const server = await startMailServer({ disabledCommands: ['STARTTLS'], ...options })
      closing.push(server.stop)
      const start = () => {
        const worker = sendMails(app, { ...server.settings, tls: 'off', ...changes })
        closing.push(() => worker.stop())
        return worker
      }
      return { ...server, start, first: start() }
    },
  }
}
