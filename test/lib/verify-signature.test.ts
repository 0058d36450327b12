import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { explainMismatch } from '../../src/cli/verify/signature-mismatch.ts'
import { verifySignature } from '../../src/lib/standard-webhooks/verify-signature.ts'

const AT = new Date('2026-11-21T09:30:00.900Z')
const SECONDS = String(Math.floor(AT.getTime() / 1000))
// Bytes of 0xfb contain "+" and "/" in base64, which base64url replaces.
const SECRET = `whsec_${Buffer.alloc(32, 0xfb).toString('base64')}`
const KEY = Buffer.from(SECRET.slice(6), 'base64')
const ID = 'msg_42'
const BODY = '{"type":"é","a":[1,{"z":1,"b":2}]}'
const SORTED = '{"a":[1,{"b":2,"z":1}],"type":"é"}'
const PRETTY = JSON.stringify(JSON.parse(BODY), null, 2)
const RAW = 'verify the raw bytes'

const sign = (content: string | Buffer, key: string | Buffer = KEY) =>
  createHmac('sha256', key).update(content).digest()
const v1 = (content: string | Buffer, key?: string | Buffer) => `v1,${sign(content, key).toString('base64')}`
const signed = (body: string) => v1(`${ID}.${SECONDS}.${body}`)
const RIGHT = signed(BODY)

type Given = {
  id?: string | undefined
  timestamp?: string
  signature?: string
  body?: string | Buffer | undefined
  secret?: string
  at?: Date
  toleranceSeconds?: number
}
const verify = ({ body = BODY, secret = SECRET, at = AT, toleranceSeconds, ...headers }: Given = {}) =>
  verifySignature({
    headers: { id: ID, timestamp: SECONDS, signature: RIGHT, ...headers },
    ...{ body, secret, at, toleranceSeconds, explain: explainMismatch },
  })
const refusal = async (given: Given) => {
  const verdict = await verify(given)
  if (verdict.valid) throw new Error('the signature is valid')
  expect(JSON.stringify(verdict)).not.toContain(SECRET.slice(6, 30))
  return verdict
}

test.each(['', BODY, '日本 😀\r\n', 'x'.repeat(100_000)])(
  'accepts a signature of the reference implementation (%#)',
  async (body) => {
    const signature = new Webhook(SECRET).sign(ID, AT, body)
    expect(await verify({ body, signature })).toEqual({ valid: true })
    expect(await verify({ body: Buffer.from(body), signature })).toEqual({ valid: true })
  },
)

test('verifies a body that is not valid UTF-8 byte by byte', async () => {
  const body = Buffer.from([0, 0xff, 0xfe, 10])
  const signature = v1(Buffer.concat([Buffer.from(`${ID}.${SECONDS}.`), body]))
  expect(await verify({ body, signature })).toEqual({ valid: true })
  expect((await refusal({ body })).hint).toBe('the secret is wrong, or the body was changed')
})

test('accepts one valid signature among others', async () => {
  expect(await verify({ signature: `v1,AAAA v2,xyz v1a,abc ${RIGHT}` })).toEqual({ valid: true })
  expect(await verify({ signature: `${RIGHT} ${v1('other')}` })).toEqual({ valid: true })
})

test('rejects a change of any input without a wrong hint', async () => {
  const unknown = {
    valid: false,
    reason: 'no signature matches',
    hint: expect.stringContaining('secret is wrong'),
  }
  expect(await verify({ body: BODY.replace('1', '2') })).toEqual(unknown)
  expect(await verify({ id: 'msg_43' })).toEqual(unknown)
  expect(await verify({ timestamp: String(Number(SECONDS) - 1) })).toEqual(unknown)
  expect(await verify({ secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}` })).toEqual(unknown)
  expect(await verify({ body: '' })).toMatchObject({
    hint: expect.stringContaining('the body is empty') as string,
  })
})

test('recognizes a truncated signature', async () => {
  expect((await refusal({ signature: RIGHT.slice(0, 30) })).hint).toContain('not the base64 of 32 bytes')
})

test('the tolerance counts whole seconds, both bounds inclusive, in both directions', async () => {
  const shifted = (seconds: number) => new Date(AT.getTime() + seconds * 1000)
  for (const seconds of [300, -300]) expect(await verify({ at: shifted(seconds) })).toEqual({ valid: true })
  expect(await verify({ at: shifted(10), toleranceSeconds: 10 })).toEqual({ valid: true })
  const late = await refusal({ at: shifted(301) })
  expect(late.reason).toBe('webhook-timestamp is 301 seconds old, 300 are allowed')
  expect(late.hint).toMatch(/clock.*; the signature itself is right$/)
  expect((await refusal({ at: shifted(-372) })).reason).toContain('372 seconds in the future')
  expect((await refusal({ at: shifted(11), toleranceSeconds: 10 })).reason).toContain(
    '11 seconds old, 10 are',
  )
  expect((await refusal({ at: shifted(301), body: `${BODY}\n` })).hint).toMatch(
    /does not match either: a line end was added/,
  )
})

test.each<[given: Given, reason: string, hint: string]>([
  [{ id: undefined }, 'webhook-id is missing', 'as it was sent'],
  [{ timestamp: ' ' }, 'webhook-timestamp is missing', ''],
  [{ signature: '' }, 'webhook-signature is missing', ''],
  [{ secret: '' }, 'the secret is missing', ''],
  [{ id: `${ID}\n` }, 'webhook-id is malformed', 'line end around it'],
  [{ id: 'a b' }, 'webhook-id is malformed', 'a space in it'],
  [{ signature: `'${RIGHT}'` }, 'webhook-signature is malformed', 'quotes'],
  [{ secret: `"${SECRET}"` }, 'the secret is malformed', 'quotes'],
  [{ secret: `${SECRET}\n` }, 'the secret is malformed', 'line end'],
  [{ secret: SECRET.slice(6) }, 'the secret is not of the form whsec_<base64>', 'does not begin with'],
  [{ secret: 'whsec_' }, 'the secret is not of the form', 'nothing follows'],
  [{ secret: SECRET.replaceAll('+', '-').replaceAll('/', '_') }, 'the secret is not of', 'base64url'],
  [{ secret: SECRET.replace('=', '') }, 'the secret is not of', '"="'],
  [{ secret: `${SECRET.slice(0, -1)}!` }, 'the secret is not of', 'a character'],
  [{ timestamp: `${SECONDS}000` }, 'webhook-timestamp is in milliseconds', `: ${SECONDS}`],
  [{ timestamp: `${SECONDS}000000` }, 'webhook-timestamp is malformed', 'too large'],
  [{ timestamp: AT.toISOString().replace('.900', '') }, 'webhook-timestamp is malformed', `: ${SECONDS}`],
  [{ timestamp: `${SECONDS}.5` }, 'webhook-timestamp is malformed', 'only digits'],
  [{ timestamp: '-5' }, 'webhook-timestamp is malformed', 'only digits'],
  [{ timestamp: ID, id: SECONDS }, 'webhook-timestamp is malformed', 'are swapped'],
  [{ signature: RIGHT.replace('v1', 'v2') }, 'signature version v2 is unknown', 'only v1'],
  [{ signature: 'v1a,abc' }, 'signature version v1a is unknown', 'private key'],
  [{ signature: RIGHT.slice(3) }, 'webhook-signature is malformed', 'the version prefix is missing'],
  [{ signature: RIGHT.replace(',', '=') }, 'webhook-signature is malformed', 'instead of "="'],
  [{ signature: `sha256=${sign(BODY).toString('hex')}` }, 'webhook-signature is malformed', 'the scheme'],
  [{ signature: 'v1,' }, 'webhook-signature is malformed', 'nothing follows'],
])('names missing and malformed input (%#)', async (given, reason, hint) => {
  const refused = await refusal(given)
  expect(refused.reason).toContain(reason)
  expect(refused.hint).toContain(hint)
})

test.each<[given: Given, hint: string]>([
  [{ body: `${BODY}\n` }, `a line end was added to the body: ${RAW}`],
  [{ body: `${BODY}\r\n` }, `a line end was added to the body: ${RAW}`],
  [{ signature: signed(`${BODY}\n`) }, `the line end at the end of the body was lost: ${RAW}`],
  [{ body: 'a\r\nb', signature: signed('a\nb') }, `the line ends of the body became CRLF: ${RAW}`],
  [{ body: 'a\nb', signature: signed('a\r\nb') }, `the line ends of the body became LF: ${RAW}`],
  [{ body: `\uFEFF${BODY}` }, `a byte order mark was added to the body: ${RAW}`],
  [{ signature: signed(`\uFEFF${BODY}`) }, `the byte order mark of the body was lost: ${RAW}`],
  [{ body: PRETTY }, `the body was parsed and serialized again: ${RAW} (compact JSON was signed)`],
  [
    { body: BODY.replace('é', '\\u00e9') },
    `the body was parsed and serialized again: ${RAW} (compact JSON wa`,
  ],
  [
    { signature: signed(PRETTY) },
    `the body was parsed and serialized again: ${RAW} (indented JSON was signed)`,
  ],
  [{ signature: signed(SORTED) }, `serialized again: ${RAW} (JSON with sorted keys was signed)`],
  [
    { signature: signed(JSON.stringify(JSON.parse(SORTED), null, 2)) },
    `serialized again: ${RAW} (indented JSON with sorted keys was signed)`,
  ],
  [{ body: Buffer.from(BODY, 'latin1') }, `the character encoding of the body was changed: ${RAW}`],
  [{ body: Buffer.from(BODY).toString('latin1') }, `the character encoding of the body was changed: ${RAW}`],
  [{ signature: v1(`${ID}.${SECONDS}.${BODY}`, SECRET) }, 'the secret was used as raw text'],
  [{ signature: v1(`${ID}.${SECONDS}.${BODY}`, SECRET.slice(6)) }, 'was used without decoding'],
  [{ signature: v1(`${ID}.${SECONDS}.${BODY}`, Buffer.from(SECRET, 'base64')) }, 'whsec_ was decoded as if'],
  [{ signature: v1(BODY) }, 'the body alone was signed: the signed content is id.timestamp.body'],
  [{ signature: v1(`${SECONDS}.${BODY}`) }, 'it was signed without the id'],
  [{ signature: v1(`${ID}.${BODY}`) }, 'it was signed without the timestamp'],
  [{ signature: v1(`${SECONDS}.${ID}.${BODY}`) }, 'it was signed with id and timestamp swapped'],
  [{ signature: signed('') }, 'it was signed without the body'],
  [{ signature: `v1,${sign(`${ID}.${SECONDS}.${BODY}`).toString('hex')}` }, 'the signature is hexadecimal'],
  [{ signature: RIGHT.replace('=', '') }, 'the "=" at the end of the signature is missing'],
  [{ signature: `${v1('other')},${RIGHT}` }, 'several signatures must be separated by one space'],
  [
    { body: `${BODY}\n`, signature: v1(BODY, SECRET) },
    `raw text: the key is the decoded base64 after whsec_; and`,
  ],
])('names a known mistake (%#)', async (given, hint) => {
  const refused = await refusal(given)
  expect(refused.reason).toBe('no signature matches')
  expect(refused.hint).toContain(hint)
})

test.each([
  ['base64url', 'the signature is base64url'],
  ['decoded like a URL', 'a "+" of the signature became a space'],
])('recognizes a signature that was %s in transit', async (way, hint) => {
  const bodies = Array.from({ length: 50 }, (_, index) => String(index))
  const body = bodies.find((text) => /^v1,[^/]*\+[^/]*\/?[^/]*$/.test(signed(text)))
  const right = signed(body ?? '')
  const url = right.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')
  expect(right).toContain('+')
  const signature = way === 'base64url' ? url : right.replaceAll('+', ' ')
  expect((await refusal({ body, signature })).hint).toContain(hint)
})
