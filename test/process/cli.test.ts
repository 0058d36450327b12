import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mailsOf, queue, sendMails } from '../support/fixtures/mails.ts'
import { ROOT, run } from '../support/program.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const call = (...args: string[]) => callFrom(undefined, ...args)

async function callFrom(installation: string | undefined, ...args: string[]) {
  const env = { DATABASE_URL: app.database.url, SECRET_KEY: app.secretKey.toString('base64') }
  const command = run('src/cli.ts', env, args, { installation })
  const code = await command.ended
  return { code, stdout: command.stdout(), stderr: command.stderr() }
}

test('doctor prints a line with a mark for each check, and no JSON', async () => {
  // From the source files. The other calls run the build.
  const { code, stdout } = await callFrom(ROOT, 'doctor')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^healthy: true$/m)
  expect(stdout).toMatch(/^ {2}✓ {2}Node\.js {9}v\d+/m)
  expect(stdout).toMatch(/^ {2}✓ {2}database {8}DATABASE_URL, migrated$/m)
  expect(stdout).not.toMatch(/[{}"]/)
})

test('Node loads the source file of every command', async () => {
  const files = globSync('src/cli/**/*.ts', { cwd: ROOT })
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) await expect(import(join(ROOT, file)), file).resolves.toBeDefined()
})

test('doctor prints JSON for programs', async () => {
  const { stdout } = await call('doctor', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ healthy: true, checks: expect.any(Array) as unknown })
})

test('session create prints its token on one line, and JSON for programs', async () => {
  const email = tenant.admin.email
  const text = await call('session', 'create', '--email', email)
  expect(text.stdout).toMatch(/^token: eyJ[\w.-]+\n$/)
  const json = await call('session', 'create', '--json', '--email', email)
  expect(JSON.parse(json.stdout)).toEqual({ token: expect.stringMatching(/^eyJ/) as unknown })
})

test('mail list and mail show read the outbox, that of accounts without an organization', async () => {
  const { id, slug } = tenant.organization
  await queue(app, id, { values: {} })
  const account = await queue(app, 0, { kind: 'password_changed', values: {} })
  const worker = sendMails(app, null)
  await expect.poll(async () => (await mailsOf(app, 0)).map(({ state }) => state)).toEqual(['stored'])
  await worker.stop()
  const list = JSON.parse((await call('mail', 'list', '--json', '--org', slug)).stdout) as object
  expect(list).toMatchObject({ mails: [{ kind: 'test', email: 'ada@people.example' }] })
  const shown = JSON.parse((await call('mail', 'show', String(account), '--json')).stdout) as object
  expect(shown).toMatchObject({
    mail: { kind: 'password_changed' },
    message: {
      subject: 'Your password was changed',
      text: expect.stringContaining('was changed') as unknown,
    },
  })
})

test.each([
  [['mail', 'show', '999'], 'There is no mail 999'],
  [['session', 'create'], "required option '--email <email>' not specified"],
  [['nowhere'], "unknown command 'nowhere'"],
  [['doctor', '--wrong'], "unknown option '--wrong'"],
  [['session', 'create', '--email', 'no@body.example'], 'There is no account with the e-mail address'],
  [['org', 'create', '--slug', 'x', '--name', 'X', '--admin-email', 'you'], '--admin-email is invalid'],
  [['webhook', 'verify', '--secret', 'whsec_YQ==', '--request-file', '/none/a.txt'], 'no directory /none'],
  [['webhook', 'verify', '--secret', 'whsec_YQ==', '--request-file', '/'], 'is a directory: name a file'],
])('an error is JSON on standard output with --json: %j', async (args, message) => {
  const { code, stdout, stderr } = await call(...args, '--json')
  expect(code).toBe(1)
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual({ error: { message: expect.stringContaining(message) as unknown } })
  const text = await call(...args)
  expect(text.stdout).toBe('')
  expect(text.stderr).toContain(message)
})

test('a missing command is an error, with help for people and JSON for programs', async () => {
  for (const args of [[], ['org'], ['import', '--org', 'acme']]) {
    const { code, stdout } = await call(...args, '--json')
    expect([code, JSON.parse(stdout)]).toEqual([1, { error: { message: expect.any(String) as unknown } }])
    expect(stdout).not.toContain('outputHelp')
  }
  expect(await call()).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Usage: /) as unknown })
})

test('distribute refuses a database without Citus, and doctor reports one server', async () => {
  const { code, stdout, stderr } = await call('distribute', '--shards', '8')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('The database has no extension citus')
  expect((await call('distribute', '--shards', '0')).stderr).toContain('--shards')
  expect((await call('doctor')).stdout).toMatch(/^ {2}✓ {2}servers {9}one server, without Citus$/m)
})

test('--version prints the version, and help has examples', async () => {
  expect((await call('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  for (const args of [
    [],
    ['doctor'],
    ['session', 'create'],
    ['listen'],
    ['import', 'resume'],
    ['rotate-key'],
  ])
    expect((await call(...args, '--help')).stdout).toMatch(/Examples?:\n {2}npm run cli -- /)
})
