import { expect, test } from 'vitest'
import { claimMails } from '../../src/mail/claim-mails.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { queue } from '../support/fixtures/mails.ts'
import { useMailWorkers } from '../support/mail-worker.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
const { letPass, organizationId, rows, send, until } = useMailWorkers(app)

test('two workers send each mail once, and the urgent ones first', async () => {
  for (let n = 0; n < 60; n++) await queue(app, organizationId(), { email: `p${n}@people.example` })
  await queue(app, organizationId(), {
    ...{ kind: 'password_changed', email: 'urgent@people.example' },
  })
  // Times are rounded to milliseconds.
  await letPass(1)
  const claimed = await claimMails(app.services.db, 'a worker', 1)
  expect(claimed).toMatchObject([{ email: 'urgent@people.example' }])
  await letPass(600)
  const { received, start } = await send()
  start()
  await until(Array(61).fill('sent'))
  expect(new Set(received.flatMap(({ to }) => to)).size).toBe(61)
  expect(received).toHaveLength(61)
})

test('the mails of a worker that died are sent when its lease ends, and its results do not count', async () => {
  await queue(app, organizationId())
  await letPass(1)
  expect(await claimMails(app.services.db, 'a dead worker', 10)).toHaveLength(1)
  expect(await claimMails(app.services.db, 'another', 10)).toEqual([])
  const { received } = await send()
  await letPass(121)
  await until(['sent'])
  expect(await rows()).toMatchObject([{ tries: 2 }])
  expect(received).toHaveLength(1)
})

test('organizations take turns, so that a thousand mails of one delay no other', async () => {
  const other = await createTenant(app)
  const { db } = app.services
  const now = new Date()
  await db
    .insertInto('mails')
    .values(
      Array.from({ length: 800 }, () => ({
        ...{ organizationId: organizationId(), kind: 'test' as const, email: 'a@b.example' },
        ...{ locale: 'en', dueAt: now },
      })),
    )
    .execute()
  await queue(app, other.organization.id)
  await letPass(1)
  const claimed = await claimMails(db, 'a worker', 10)
  expect(claimed.filter(({ organizationId }) => organizationId === other.organization.id)).toHaveLength(1)
  expect(claimed).toHaveLength(10)
})

test('an urgent mail is claimed before all others, however many are due before it', async () => {
  await app.services.db
    .insertInto('mails')
    .values(
      Array.from({ length: 1_001 }, () => ({
        ...{ organizationId: organizationId(), kind: 'test' as const, email: 'a@b.example' },
        ...{ locale: 'en', dueAt: new Date(0) },
      })),
    )
    .execute()
  await queue(app, organizationId(), { kind: 'password_changed', email: 'urgent@people.example' })
  await letPass(1)
  const claimed = await claimMails(app.services.db, 'a worker', 1)
  expect(claimed).toMatchObject([{ email: 'urgent@people.example' }])
})
