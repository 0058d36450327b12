import { setTimeout as sleep } from 'node:timers/promises'
import { assertSame, assertThat, Difference, forEach, formatValue, type Chapter } from '../check.ts'
import type { Body } from '../client.ts'
import { assertRefused } from '../refusals.ts'
import type { Target } from '../target.ts'
import { change, make } from '../things.ts'

const WEBHOOKS = '/api/v3/webhooks'
const WRITES = ['write', 'session'] as const
/** Seconds between two looks at the deliveries, and how often to look. */
const POLL_S = 1
const POLLS = 30

/** Contract 4.8 and 6: webhooks and their deliveries. */
export const webhooks: Chapter = {
  name: 'webhooks',
  section: '4.8, 6',
  checks: () => [
    { name: 'A webhook is created, listed, changed and deleted', needs: WRITES, run: useWebhook },
    { name: 'The secret of a webhook is in the answer to its creation only', needs: WRITES, run: hideSecret },
    { name: 'An address that is not public https is refused', needs: WRITES, run: refuseAddresses },
    { name: 'An unknown event is refused', needs: WRITES, run: refuseEvents },
    { name: 'An event is delivered, and delivered again', needs: [...WRITES, 'receiver'], run: deliver },
  ],
}

/** An address of no host, so that nothing is sent to others. */
const bodyOf = ({ things }: Target, name: string) => ({
  name: things.name(name),
  url: `https://${things.mark}.invalid/hook`,
  events: ['post_created', 'changelog_published'],
})

async function useWebhook(target: Target): Promise<void> {
  const { things, call, rows } = target
  const sent = bodyOf(target, 'Used')
  const { id, name, url, events, enabled } = await make(target, WEBHOOKS, sent)
  assertSame(
    'the webhook',
    { name, url, events: [...events].sort() },
    { ...sent, events: sent.events.sort() },
  )
  assertSame('enabled', enabled, true)
  const path = `${WEBHOOKS}/${id}`
  const changed = await change(target, path, { events: ['post_updated'] })
  assertSame('PUT', [changed.events, changed.url], [['post_updated'], url])
  const listed = (await rows(WEBHOOKS)).find((row) => row.id === id)
  assertSame('events of the row of the list', listed?.events, ['post_updated'])
  assertSame('deliveries', await rows(`${path}/deliveries`), [])
  assertSame('DELETE', (await call('DELETE', path)).body?.success, true)
  things.forget(path)
  assertRefused(await call('PUT', path, { body: { name } }), 404, 'ERROR_CODE_NOT_FOUND')
}

async function hideSecret(target: Target): Promise<void> {
  const webhook = await make(target, WEBHOOKS, bodyOf(target, 'Secret'))
  const isSecret = /^whsec_[A-Za-z0-9+/]+=*$/.test(String(webhook.secret))
  assertThat(isSecret, 'the answer to the creation has no secret of the form whsec_…')
  const { text } = await target.call('GET', WEBHOOKS)
  assertThat(!text.includes(webhook.secret as string), 'the list has the secret')
}

async function refuseAddresses(target: Target): Promise<void> {
  const urls = [
    'http://example.com/hook',
    'https://127.0.0.1/hook',
    'https://10.0.0.1/hook',
    'https://169.254.169.254/latest',
    'https://[::1]/hook',
    'https://user:secret@example.com/',
    'https://example.com/#part',
    'ftp://example.com/',
    'nowhere',
  ]
  // The operator may permit the host of a receiver.
  const { hostname } = new URL(target.options.receiver ?? 'https://receiver.invalid')
  const refused = urls.filter((url) => !URL.canParse(url) || new URL(url).hostname !== hostname)
  await forEach(refused, async (url) => {
    const answer = await target.call('POST', WEBHOOKS, { body: { ...bodyOf(target, 'Refused'), url } })
    assertRefused(answer, [400, 422], 'ERROR_CODE_INVALID_PARAM')
  })
}

async function refuseEvents(target: Target): Promise<void> {
  const body = { ...bodyOf(target, 'Refused'), events: ['nothing_happened'] }
  assertRefused(await target.call('POST', WEBHOOKS, { body }), 400, 'ERROR_CODE_INVALID_PARAM')
}

async function deliver(target: Target): Promise<void> {
  const { things, options, call } = target
  const url = options.receiver ?? ''
  const { id } = await make(target, WEBHOOKS, { ...bodyOf(target, 'Delivered'), url })
  await make(target, '/api/v3/feature_requests', { title: things.name('Delivered') })
  const path = `${WEBHOOKS}/${id}/deliveries`
  const delivery = await delivered(target, path, 1)
  const again = await call('POST', `${path}/${delivery.id}/redeliver`)
  assertSame('redeliver', again.status, 200)
  const { attempts } = await delivered(target, path, 2)
  assertSame('number of attempts', attempts.length, 2)
}

/** The delivery of a webhook, after this number of attempts. */
async function delivered({ rows }: Target, path: string, attempts: number): Promise<Body> {
  let last: Body
  for (let poll = 0; poll < POLLS; poll += 1) {
    ;[last] = await rows(path)
    if (last?.state === 'succeeded' && last.attempts_count >= attempts) return last
    await sleep(POLL_S * 1_000)
  }
  throw new Difference(`the event has not been delivered ${attempts} times: ${formatValue(last)}`)
}
