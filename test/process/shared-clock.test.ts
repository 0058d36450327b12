import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { startTwoClocks, type TwoClocks } from '../support/faults/two-clocks.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let clocks: TwoClocks

beforeAll(async () => {
  clocks = await startTwoClocks(app)
})
afterAll(async () => {
  await clocks.stop()
})

const databaseMs = () => clocks.valueOf('extract(epoch from statement_timestamp()) * 1000')

/** Asserts that a time of `operation` is between the database's times before and after it, plus seconds. */
async function expectInside(
  operation: () => Promise<unknown>,
  [least, greatest]: readonly [number, number] = [0, 0],
): Promise<void> {
  const before = await databaseMs()
  const at = await operation()
  const after = await databaseMs()
  const ms = new Date(at as string | number).getTime()
  // The clock of a process follows that of the database within a few milliseconds, more on a busy machine.
  expect(ms).toBeGreaterThan(before + least * 1000 - 60_000)
  expect(ms).toBeLessThan(after + greatest * 1000 + 60_000)
}

const asAdmin = (server: TestApp, text: string, variables = {}) =>
  run(server, tenant.keyAndAdmin, text, variables)

const CREATE = 'mutation { createRoadmap(input: { title: "Soon" }) { roadmap { id createdAt updatedAt } } }'
const RENAME = `mutation ($id: ID!, $title: String!, $since: DateTime) { updateRoadmap(input: {
  id: $id, title: $title, ifUnchangedSince: $since }) { roadmap { title updatedAt } errors { code } } }`

test('objects have the time of the database, with any clock of the server', async () => {
  for (const server of clocks.both)
    await expectInside(async () => (await asAdmin(server, CREATE)).createRoadmap.roadmap.createdAt)
})

test('an update at a server whose clock is behind is a change since one at a server whose clock is ahead', async () => {
  for (const [here, there] of clocks.crossed) {
    const { id } = (await asAdmin(here, CREATE)).createRoadmap.roadmap
    const read = (await asAdmin(there, RENAME, { id, title: 'Read' })).updateRoadmap.roadmap
    await asAdmin(here, RENAME, { id, title: 'Of another person' })
    const late = await refusal(here, tenant.keyAndAdmin, RENAME, { id, title: 'Late', since: read.updatedAt })
    expect(late).toMatchObject({ code: 'CONFLICT' })
  }
})

test('the address of a preview is valid for an hour of the database', async () => {
  const text = 'mutation { createChangelog(input: { title: "Soon" }) { changelog { previewUrl } } }'
  for (const server of clocks.both)
    await expectInside(async () => {
      const { previewUrl } = (await asAdmin(server, text)).createChangelog.changelog
      return Number(String(previewUrl).split('/').at(-1)?.split('.')[1])
    }, [3_600, 4_200])
})
