import { createHmac } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { expect, test } from 'vitest'
import { signatureHeaders } from '../../src/delivery/sign.ts'
import { newWebhookSecret } from '../../src/modules/webhooks/new-webhook-secret.ts'

const BODY = JSON.stringify({ id: 'evt_1', type: 'postCreated', data: { title: 'Žluťoučký 🐎' } })
const VERIFIERS = [
  ['standardwebhooks', (secret: string) => new StandardWebhook(secret)],
  ['svix', (secret: string) => new SvixWebhook(secret)],
] as const

const signed = (secrets: string[], body: Buffer | string = BODY, at = new Date()) =>
  signatureHeaders({ id: 'evt_1', body, at, secrets })

test.each(VERIFIERS)('%s accepts the signature of text and of bytes', (_, verifierOf) => {
  const secret = newWebhookSecret()
  for (const body of [BODY, Buffer.from(BODY)])
    expect(() => verifierOf(secret).verify(BODY, signed([secret], body))).not.toThrow()
})

test.each(VERIFIERS)('during a rotation %s accepts either secret and no third one', (_, verifierOf) => {
  const [old, fresh, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()]
  const headers = signed([fresh, old])
  expect(headers['webhook-signature'].split(' ')).toHaveLength(2)
  expect(() => verifierOf(old).verify(BODY, headers)).not.toThrow()
  expect(() => verifierOf(fresh).verify(BODY, headers)).not.toThrow()
  expect(() => verifierOf(other).verify(BODY, headers)).toThrow()
})

test.each(VERIFIERS)('%s rejects another body, another id and an old message', (_, verifierOf) => {
  const secret = newWebhookSecret()
  const headers = signed([secret])
  const verifier = verifierOf(secret)
  expect(() => verifier.verify(`${BODY} `, headers)).toThrow()
  expect(() => verifier.verify(BODY, { ...headers, 'webhook-id': 'evt_2' })).toThrow()
  expect(() => verifier.verify(BODY, signed([secret], BODY, new Date(Date.now() - 6 * 60_000)))).toThrow()
})

test('the signature equals that of the published example', () => {
  const at = new Date(1_614_265_330_000)
  const headers = signatureHeaders({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    at,
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  })
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('a retry has the same id and its own timestamp', () => {
  const secret = newWebhookSecret()
  const at = new Date('2026-03-01T12:00:00.999Z')
  const [first, second] = [signed([secret], BODY, at), signed([secret], BODY, new Date(at.getTime() + 5000))]
  expect(second['webhook-id']).toBe(first['webhook-id'])
  expect(Number(second['webhook-timestamp']) - Number(first['webhook-timestamp'])).toBe(5)
  expect(second['webhook-signature']).not.toBe(first['webhook-signature'])
})

test('secrets beyond the cache size each sign with their own key', () => {
  const secrets = Array.from({ length: 5000 }, newWebhookSecret)
  for (const secret of [...secrets, ...secrets.slice(0, 3)]) {
    const { 'webhook-timestamp': timestamp, 'webhook-signature': signature } = signed([secret])
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const expected = createHmac('sha256', key).update(`evt_1.${timestamp}.${BODY}`).digest('base64')
    expect(signature).toBe(`v1,${expected}`)
  }
})

test.each(['', 'whsec_', 'c2VjcmV0', 'WHSEC_c2VjcmV0'])('rejects %j as a signing secret', (secret) => {
  expect(() => signed([secret])).toThrow('Not a webhook signing secret')
})
