import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { socketPosts, streamPosts } from '../support/clients/post-streams.ts'
import { LOST_TAILS } from '../support/faults/lost-tails.ts'
import { createInstallation, type FailoverInstallation } from '../support/faults/failover-installation.ts'
import { until } from '../support/postgres-server.ts'

const LOST = [1, 2, 3, 4].map((number) => `lost ${number}`)
const NEW = [1, 2, 3, 4, 5, 6].map((number) => `new ${number}`)

let installation: FailoverInstallation

beforeAll(async () => {
  installation = await createInstallation()
})
afterEach(() => installation.reset())
afterAll(() => installation.remove())

test.each(Object.entries(LOST_TAILS))(
  'after %s, open streams, readers that resume and webhooks receive exactly the new events',
  async (_name, { begin, hasStandby = false }) => {
    const { key } = installation.tenant
    const { servers, url, submit } = await installation.start(['web', 'worker'], { hasStandby })
    const delivered = messagesFrom(installation)
    await submit('before')
    await until(async () => delivered().length > 0)
    const goBack = await begin(servers)
    const open = [await streamPosts({ url }, key), await socketPosts({ url }, key)]
    for (const title of LOST) await submit(title)
    for (const stream of open) expect(await stream.received(LOST.length)).toHaveLength(LOST.length)
    const lost = open[0]?.posts() ?? []
    await until(async () => LOST.every((title) => delivered().some((one) => one.title === title)))

    await goBack()
    for (const title of NEW) await submit(title)
    for (const stream of open) {
      await stream.received(LOST.length + NEW.length)
      expect(stream.titles()).toEqual([...LOST, ...NEW])
      stream.close()
    }
    for (const { id, title } of lost) {
      const resumed = await streamPosts({ url }, key, id)
      await resumed.received(NEW.length)
      expect(resumed.titles(), `after ${title}`).toEqual(NEW)
      resumed.close()
    }
    await until(async () => NEW.every((title) => delivered().some((one) => one.title === title)))
    // A receiver that ignores ids it has seen processes every new event.
    const idsOf = (titles: string[]) =>
      new Set(delivered().flatMap(({ id, title }) => (titles.includes(title) ? [id] : [])))
    expect(idsOf(NEW).size).toBe(NEW.length)
    expect(idsOf(NEW).intersection(idsOf(LOST)).size).toBe(0)
  },
)

/** Returns a function that lists the messages that the receiver gets from now on. */
function messagesFrom({ receiver: { received } }: FailoverInstallation) {
  const start = received.length
  return () =>
    received
      .slice(start)
      .map(({ headers, body }) => ({ id: String(headers['webhook-id']), title: body.data.title as string }))
}
