import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodeArguments, ROOT, temporaryDirectory } from '../support/program.ts'

const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
const BODY = '{"event":"post_created","data":{"title":"é"}}'
const ID = 'evt_7'
const AT = '2025-06-01T09:30:00Z'
const TIMESTAMP = String(Date.parse(AT) / 1000)
const SIGNATURE = new Webhook(SECRET).sign(ID, new Date(AT), BODY)
const HEADERS = ['--id', ID, '--timestamp', TIMESTAMP, '--signature', SIGNATURE]
const GOOD = ['--secret', SECRET, ...HEADERS, '--at', AT]
const VALID = { valid: true, reason: null, hint: null }

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
beforeAll(async () => {
  directory = await temporaryDirectory()
})
afterAll(() => directory.remove())

/**
 * Runs `webhook verify` without a usable installation: the settings are invalid and the data directory does
 * not exist.
 */
function verify(args: string[], input: string | Buffer = '') {
  const env = { PATH: process.env.PATH, DATABASE_URL: 'mysql://x', PORT: 'many', DATA_DIR: data() }
  const call = nodeArguments('src/cli.ts', ['webhook', 'verify', ...args])
  const { status, stdout, stderr } = spawnSync(process.execPath, call, { cwd: ROOT, env, input })
  expect(existsSync(data())).toBe(false)
  expect(stdout.toString() + stderr.toString()).not.toContain(SECRET.slice(6))
  return { status, stdout: stdout.toString(), stderr: stderr.toString() }
}
const data = () => join(directory.path, 'data')
const json = (args: string[], input?: string | Buffer) => {
  const { status, stdout } = verify([...args, '--json'], input)
  return { status, said: JSON.parse(stdout) as unknown }
}
async function file(name: string, content: string): Promise<string> {
  const path = join(directory.path, name)
  await writeFile(path, content)
  return path
}
function request(newline: string, body = BODY, extra: string[] = []): string {
  const head = ['POST /hooks HTTP/1.1', 'Host: receiver.example', `Webhook-Id: ${ID}`, ...extra]
  const signed = [`WEBHOOK-TIMESTAMP:${TIMESTAMP} `, `webhook-signature: ${SIGNATURE}`]
  return [...head, ...signed, '', body].join(newline)
}

test('accepts a valid signature with exit code 0, for a body from standard input or a file', async () => {
  expect(verify(GOOD, BODY)).toEqual({ status: 0, stdout: 'valid: true\n', stderr: '' })
  expect(json(GOOD, BODY)).toEqual({ status: 0, said: VALID })
  expect(json([...GOOD, '--body-file', await file('body', BODY)])).toEqual({ status: 0, said: VALID })
})

test('explains an invalid signature, with exit code 1', () => {
  const { status, said } = json(GOOD, `${BODY}\n`)
  expect(status).toBe(1)
  expect(said).toEqual({
    valid: false,
    reason: 'no signature matches',
    hint: 'a line end was added to the body: verify the raw bytes',
  })
  const human = verify(GOOD, `${BODY}\n`)
  expect(human).toMatchObject({ status: 1, stderr: '' })
  expect(human.stdout).toBe(
    'valid:  false\nreason: no signature matches\nhint:   a line end was added to the body: verify the raw bytes\n',
  )
})

test('verifies at the current time by default, and the tolerance is an option', () => {
  const now = ['--secret', SECRET, ...HEADERS]
  expect(json(now, BODY).said).toMatchObject({ reason: expect.stringMatching(/\d+ seconds/) as string })
  const later = ['--secret', SECRET, ...HEADERS, '--at', '2025-06-01T09:40:00Z']
  expect(json(later, BODY)).toMatchObject({
    status: 1,
    said: { reason: 'webhook-timestamp is 600 seconds old, 300 are allowed' },
  })
  expect(json([...later, '--tolerance', '600'], BODY)).toEqual({ status: 0, said: VALID })
})

test('reads the secret from a file, with or without a final line break', async () => {
  const secret = await file('secret', `${SECRET}\n`)
  expect(json([...HEADERS, '--at', AT, '--secret-file', secret], BODY)).toEqual({ status: 0, said: VALID })
})

test('reads a saved request with either line break, and removes a surplus final one by Content-Length', async () => {
  const args = ['--secret', SECRET, '--at', AT, '--request-file']
  const length = `Content-Length: ${Buffer.byteLength(BODY)}`
  for (const text of [request('\r\n'), request('\n'), request('\r\n', `${BODY}\n`, [length])])
    expect(json([...args, await file('request', text)])).toEqual({ status: 0, said: VALID })
  const cut = json([...args, await file('request', request('\n', BODY.slice(0, 9), [length]))])
  expect(cut).toMatchObject({
    status: 1,
    said: { hint: expect.stringContaining('(Content-Length is 46 bytes, the file contains 9)') as string },
  })
  const unsigned = await file('request', 'POST / HTTP/1.1\n\n{}')
  expect(json([...args, unsigned]).said).toMatchObject({ reason: 'webhook-id is missing' })
})

test('names an unusable option, with exit code 1', async () => {
  const body = ['--body-file', await file('body', BODY)]
  for (const [args, said] of [
    [[...HEADERS, ...body], '--secret or --secret-file'],
    [[...GOOD, '--at', 'soon'], '--at must be a time'],
    [[...GOOD, '--tolerance', '-1'], '--tolerance must be a whole number'],
    [
      [...GOOD, '--request-file', await file('none', 'what is this\n\n')],
      'Line 1 of the request is not a header',
    ],
    [[...GOOD, ...body, '--request-file', 'x'], "cannot be used with option '--request-file"],
    [[...GOOD, '--body-file', join(directory.path, 'missing')], 'There is no file'],
  ] as [string[], string][]) {
    const { status, stderr, stdout } = verify(args)
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining(said) as string,
    })
  }
})
