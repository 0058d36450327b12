import { expect, test } from 'vitest'
import { allEvents } from '../support/clients/event-pages.ts'
import { connect } from '../support/clients/sockets.ts'
import { postRecording } from '../support/contract/recorded-events.ts'
import { until } from '../support/fixtures/log-events.ts'
import { useApp, useTenant } from '../support/use.ts'

const EVENTS = 120

const app = useApp()
const tenant = useTenant(app)

test('a replay reads the current posts of many events together', async () => {
  const { post, update } = postRecording(app, tenant)
  const before = await post('First')
  const first = (await allEvents(app, tenant.key))[0]?.id
  for (let count = 1; count < EVENTS; count++) await post(`Post ${count}`)
  await update(before, { title: 'Renamed' })
  const client = await connect(app, tenant.key)
  app.statements.length = 0
  client.subscribe(
    '1',
    'subscription ($after: ID) { events(after: $after) { ... on PostEvent { post { title } snapshot { title } } } }',
    { after: first },
  )
  await until(() => client.results('1').length === EVENTS)
  const { post: live, snapshot } = client.results('1').at(-1)?.data.events
  expect([live.title, snapshot.title]).toEqual(['Renamed', 'Renamed'])
  const reads = app.statements.filter((text) => /from posts|from "posts"/.test(text))
  // A page of the log has 100 events, and the posts of a page are read again after a second.
  expect(reads.length).toBeLessThan(EVENTS / 4)
})
