import { expect, expectTypeOf, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook, WebhookVerificationError, type WebhookEvent } from '../../src/client/index.ts'
import { signatureHeaders } from '../../src/delivery/sign.ts'
import { webhookOperations } from '../support/contract/documented-webhooks.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const NEW_SECRET = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const content = webhookOperations.get('post_created')?.requestBody?.content['application/json']
const example = (content as unknown as { example: WebhookEvent }).example
const body = JSON.stringify(example)
const AT = new Date('2026-11-21T09:30:00Z')
const signed = (secrets = [SECRET], text = body) =>
  signatureHeaders({ id: example.id, body: text, at: AT, secrets })
const received = (headers: Record<string, string>, text = body) =>
  new Request('https://receiver.example', { method: 'POST', headers, body: text })

test('a signed request is verified, and its event has its type', async () => {
  const event = await verifyWebhook(received(signed()), { secret: SECRET, at: AT })
  expect(event).toEqual(example)
  if (event.event === 'post_created') {
    expectTypeOf(event.data.object).toEqualTypeOf<'post'>()
    expectTypeOf(event.data.upvotes_count).toEqualTypeOf<number>()
    expect(event.data.title).toBe('Dark mode')
  } else expectTypeOf(event.event).not.toEqualTypeOf<'post_created'>()
  const reference = new Webhook(SECRET).sign(example.id, AT, body)
  const named = { ...signed(), 'webhook-signature': reference }
  const upper = Object.fromEntries(
    Object.entries(named).map(([name, value]) => [name.toUpperCase(), [value]]),
  )
  for (const form of [body, new TextEncoder().encode(body)])
    expect(await verifyWebhook({ headers: upper, body: form }, { secret: SECRET, at: AT })).toEqual(example)
  const own = await verifyWebhook<{ mine: number }>(received(signed([SECRET], '{"mine":1}'), '{"mine":1}'), {
    secret: SECRET,
    at: AT,
  })
  expectTypeOf(own.mine).toEqualTypeOf<number>()
  expect(own).toEqual({ mine: 1 })
})

test('both secrets are valid during a rotation, and only the new one after it', async () => {
  for (const secret of [SECRET, NEW_SECRET])
    expect(await verifyWebhook(received(signed([NEW_SECRET, SECRET])), { secret, at: AT })).toEqual(example)
  const after = verifyWebhook(received(signed([NEW_SECRET])), { secret: SECRET, at: AT })
  await expect(after).rejects.toThrow('no signature matches')
})

test('a changed, old, early or unsigned request is an error without a part of the secret', async () => {
  const later = (seconds: number) => new Date(AT.getTime() + seconds * 1000)
  const at = { secret: SECRET, at: AT }
  const wrong: [() => Promise<unknown>, string][] = [
    [() => verifyWebhook(received(signed(), `${body} `), at), 'no signature matches'],
    [() => verifyWebhook(received({ ...signed(), 'webhook-id': 'evt_other' }), at), 'no signature matches'],
    [() => verifyWebhook(received(signed()), { secret: NEW_SECRET, at: AT }), 'no signature matches'],
    [() => verifyWebhook(received(signed()), { ...at, at: later(301) }), '301 seconds old, 300 are allowed'],
    [() => verifyWebhook(received(signed()), { ...at, at: later(-301) }), '301 seconds in the future'],
    [
      () => verifyWebhook(received(signed()), { ...at, at: later(11), toleranceSeconds: 10 }),
      '10 are allowed',
    ],
    [() => verifyWebhook(received(signed()), { secret: SECRET }), 'are allowed'],
    [() => verifyWebhook(received({}), at), 'webhook-id is missing'],
    [() => verifyWebhook(received(signed()), { secret: 'x', at: AT }), 'not of the form whsec_'],
    [() => verifyWebhook(received(signed([SECRET], '{'), '{'), at), 'the body is not JSON'],
  ]
  for (const [verified, message] of wrong) {
    const error: unknown = await verified().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(WebhookVerificationError)
    expect(String(error)).toContain(message)
    expect(JSON.stringify(error) + String(error)).not.toContain(SECRET.slice(6, 20))
  }
  await expect(verifyWebhook(received(signed()), { ...at, at: later(300) })).resolves.toEqual(example)
})
