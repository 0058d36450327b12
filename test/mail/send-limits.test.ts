import { expect, test } from 'vitest'
import { sendLimits } from '../../src/mail/send-limits.ts'

test('a code waits for other codes only, and a notification for all mails', () => {
  const { delayFor } = sendLimits({ perMinute: 2, perDomainPerMinute: 0 })
  const isLate = (isUrgent: boolean) => delayFor('ada@people.example', isUrgent) > 0
  expect([isLate(false), isLate(false), isLate(false)]).toEqual([false, false, true])
  expect([isLate(true), isLate(true), isLate(true)]).toEqual([false, false, true])
})
