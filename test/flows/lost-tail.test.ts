import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { LOST_TAILS } from '../support/lost-tails.ts'
import { createInstallation, type FailoverInstallation } from '../support/failover-installation.ts'

const TAIL = [1, 2, 3, 4, 5, 6]

let installation: FailoverInstallation

beforeAll(async () => {
  installation = await createInstallation()
}, 120_000)
afterEach(() => installation.reset(), 60_000)
afterAll(() => installation.remove(), 60_000)

test.each(Object.entries(LOST_TAILS))(
  'no answer kept before %s is sent after it',
  async (_name, { begin, hasStandby = false }) => {
    const { servers, submit, titles } = await installation.start(['web'], { hasStandby })
    const before = [await submit('before 1'), await submit('before 2')]
    const goBack = await begin(servers)

    // A list of each length is kept as it was after each change that is lost.
    for (const number of TAIL) {
      await submit(`lost ${number}`)
      for (let times = 0; times < 3; times++) await titles(50 + number)
    }
    expect(await titles(50 + TAIL.length)).toHaveLength(before.length + TAIL.length)
    await goBack()
    const rows = await servers.primary.query('select title from posts').catch(() => null)
    expect(rows ?? (await servers.standby?.query('select title from posts'))).toHaveLength(before.length)

    const present = [...before]
    expect(await titles(50)).toEqual(present)
    for (const number of TAIL) {
      present.push(await submit(`new ${number}`))
      expect(await titles(50 + number), `after new ${number}`).toEqual(present)
    }
  },
  120_000,
)
