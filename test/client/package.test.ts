import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signatureHeaders } from '../../src/delivery/sign.ts'
import { webhookOperations } from '../support/contract/documented-webhooks.ts'
import { ROOT, temporaryDirectory } from '../support/program.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
/** A project that has installed the packed client. */
let project: Awaited<ReturnType<typeof temporaryDirectory>>
const inProject = (...path: string[]) => join(project.path, ...path)

/** The examples of the guide, which are one program. */
const guide = readFileSync(join(ROOT, 'docs/client.md'), 'utf8')
const example = [...guide.matchAll(/```ts\n(.*?)```/gs)].map(([, text = '']) => text).join('\n')

const DRIVER = `import { client, follow, post, receive } from './example.js'
import { dataOf, graphql } from 'echolog/client'
// @ts-expect-error a post has a title
export const untitled = () => client.rest.POST('/api/v3/feature_requests', { body: {} })
// @ts-expect-error the schema has no such field
export const unknown = async () => dataOf(await client.graphql(graphql('{ posts { totalCount } }'))).comments
const first = dataOf(await client.graphql(graphql('{ events(first: 1) { nodes { id } } }'))).events.nodes[0]
const last = await follow(first?.id ?? null, 1)
await client.rest.POST('/api/v3/feature_requests', { body: { title: 'Second' } })
await follow(last, 1)
const { WEBHOOK = '{}', SECRET = '' } = process.env
const { headers, body } = JSON.parse(WEBHOOK) as { headers: Record<string, string>; body: string }
for (const text of [body, body + ' ']) {
  const request = new Request('https://receiver.example', { method: 'POST', headers, body: text })
  console.log('answered', (await receive(request, SECRET)).status)
}
console.log('ended', typeof post.id)
`
const tsconfig = (compilerOptions: object) =>
  JSON.stringify({
    compilerOptions: { target: 'es2022', strict: true, outDir: 'out', types: ['node'], ...compilerOptions },
    include: ['*.ts'],
  })

const execute = promisify(execFile)

/** Runs a program and returns its output. @throws Error with the output of one that fails */
async function call(command: string, args: string[], cwd: string, env = {}): Promise<string> {
  const { PATH, HOME } = process.env
  try {
    return (await execute(command, args, { cwd, env: { PATH, HOME, ...env } })).stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${command} ${args.join(' ')} failed: ${stdout}${stderr}`, { cause: error })
  }
}
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc')
const compile = (project: string) => call(process.execPath, [COMPILER, '--project', project], inProject())

beforeAll(async () => {
  project = await temporaryDirectory()
  await call(process.execPath, ['.config/build-client.js'], ROOT)
  const packed = await call(
    'npm',
    ['pack', './dist/client', '--silent', '--pack-destination', project.path],
    ROOT,
  )
  await call('tar', ['-xzf', packed.trim().split('\n').at(-1) ?? ''], project.path)
  mkdirSync(inProject('node_modules'))
  cpSync(inProject('package'), inProject('node_modules/echolog'), { recursive: true })
  const { dependencies } = JSON.parse(readFileSync(inProject('package/package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const name of [...Object.keys(dependencies), '@types/node']) {
    mkdirSync(dirname(inProject('node_modules', name)), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), inProject('node_modules', name))
  }
  writeFileSync(inProject('package.json'), '{"type":"module"}')
  writeFileSync(inProject('example.ts'), example)
  writeFileSync(inProject('main.ts'), DRIVER)
  writeFileSync(inProject('nodenext.json'), tsconfig({ module: 'nodenext' }))
  const bundler = { module: 'preserve', moduleResolution: 'bundler', noEmit: true, lib: ['es2022', 'dom'] }
  writeFileSync(inProject('bundler.json'), tsconfig({ ...bundler, skipLibCheck: true }))
})
afterAll(() => project.remove())

test('the guide is a program of a project that has installed the package', async () => {
  await compile('bundler.json')
  await compile('nodenext.json')
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const content = webhookOperations.get('post_created')?.requestBody?.content['application/json']
  const body = JSON.stringify((content as unknown as { example: object }).example)
  const headers = signatureHeaders({ id: 'evt_1_1', body, at: new Date(), secrets: [secret] })
  const output = await call(process.execPath, ['out/main.js'], project.path, {
    ...{ ECHOLOG_URL: app.url, ECHOLOG_KEY: tenant.key['API-KEY'], SECRET: secret },
    WEBHOOK: JSON.stringify({ headers, body }),
  })
  const lines = output.trim().split('\n')
  expect(lines[0]).toMatch(/^created \d+ Dark mode$/)
  expect(output).toMatch(/^refused 422 .*can't be blank/ms)
  expect(
    lines.filter((line) => /^(failed|listed|queried|renamed|event|webhook|answered|ended) /.test(line)),
  ).toEqual([
    'failed 404 ERROR_CODE_NOT_FOUND true',
    'listed Dark mode 1',
    expect.stringMatching(/^queried post_\d+ Dark mode$/),
    'renamed Darker mode',
    'event POST_UPDATED Darker mode',
    'event POST_CREATED Second',
    'webhook Dark mode 1',
    'answered 200',
    'answered 400',
    'ended number',
  ])
})

test('the package has the client alone, and the project resolves its own export', async () => {
  const { exports, dependencies } = JSON.parse(readFileSync(inProject('package/package.json'), 'utf8')) as {
    exports: object
    dependencies: object
  }
  expect(Object.keys(exports)).toEqual(['./client'])
  expect(Object.keys(dependencies).sort()).toEqual(['gql.tada', 'graphql', 'graphql-ws', 'openapi-fetch'])
  const code = "import('echolog/client').then((client) => console.log(Object.keys(client).sort().join()))"
  expect(await call(process.execPath, ['--input-type=module', '-e', code], ROOT)).toBe(
    'EchologError,WebhookVerificationError,createClient,dataOf,graphql,verifyWebhook\n',
  )
})
