import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { format } from 'prettier'
import { expect, test } from 'vitest'
import type { Operation } from '../../rest-compat/document.ts'
import { routes } from '../../rest-compat/routes.ts'
import { assertDocumented, openapi, problemOf } from '../support/contract/openapi.ts'
import { ROOT } from '../support/contract/source-files.ts'

const SOURCE = `${ROOT}openapi/openapi.yaml`
const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation,
  })),
)

test('the document is valid OpenAPI', async () => {
  const problems = await lint({
    struct: 'error',
    'no-unresolved-refs': 'error',
    'operation-operationId': 'error',
    'operation-operationId-unique': 'error',
    'operation-parameters-unique': 'error',
    'path-parameters-defined': 'error',
    'no-identical-paths': 'error',
    'path-declaration-must-exist': 'error',
    'security-defined': 'error',
  })
  expect(problems).toEqual([])
})

test('every example is what its schema says', () => {
  const wrong = operations.flatMap(({ name, operation }) =>
    examplesOf(operation).flatMap(({ place, schema, value }) => {
      const problem = problemOf(schema, value)
      return problem ? [`${name} ${place}: ${problem}`] : []
    }),
  )
  expect(wrong).toEqual([])
})

test('openapi/types.ts is what the document says', async () => {
  // Written anew by `npm run generate:openapi`.
  const tidy = (text: string) =>
    format(text.replace(/^(\s*\/\*\*[\s\S]*?\*\/)/, ''), {
      parser: 'typescript',
      semi: false,
      singleQuote: true,
    })
  const fresh = astToString(await openapiTS(pathToFileURL(SOURCE)))
  const written = readFileSync(`${ROOT}openapi/types.ts`, 'utf8')
  expect(await tidy(written)).toBe(await tidy(fresh))
})

test('every route has an operation of the same method and path, and every operation a route', () => {
  const routed = routes.map(
    ([method, path, , , { operation }]) => `${method} ${path.replace(/:(\w+)/g, '{$1}')} ${operation}`,
  )
  // An endpoint that serves both PUT and PATCH names one of their operations.
  const byName = (text: string) => text.split(' ').slice(0, 2).join(' ')
  expect(routed.map(byName).sort()).toEqual(operations.map(({ name }) => name).sort())
  const ids = new Set(operations.map(({ operation }) => operation.operationId))
  expect(routed.filter((text) => !ids.has(text.split(' ')[2] ?? ''))).toEqual([])
})

test("every operation names the scope of its route, and its credentials are the route's", () => {
  const wrong = routes.flatMap(([method, path, credential, scope]) => {
    const name = `${method} ${path.replace(/:(\w+)/g, '{$1}')}`
    const operation = operations.find((known) => known.name === name)?.operation as Secured | undefined
    if (!operation) return []
    const told = { scope: operation['x-scope'] ?? null, credential: credentialOf(operation) }
    // A token stands for both at once, and is told as one of the two ways of all such routes.
    const asked = credential === 'token' ? 'key+user' : credential
    return told.scope === scope && told.credential === asked ? [] : [{ name, told, scope, credential }]
  })
  expect(wrong).toEqual([])
})

test('an answer that is not as documented is noticed, whatever its status', () => {
  const path = '/api/v3/feature_requests'
  const list = (feature_requests: unknown) => ({ success: true, feature_requests })
  const refusal = { success: false, status: 404, message: 'Not found', error: 'ERROR_CODE_NOT_FOUND' }
  expect(() => assertDocumented('GET', `${path}?page=2`, 200, list([]))).not.toThrow()
  expect(() => assertDocumented('GET', path, 200, list([{ id: 1 }]))).toThrow(/required property 'slug'/)
  expect(() => assertDocumented('GET', path, 204, undefined)).toThrow(/does not know/)
  expect(() => assertDocumented('GET', `${path}/7`, 404, refusal)).not.toThrow()
  expect(() => assertDocumented('GET', `${path}/7`, 404, { ...refusal, error: 'gone' })).toThrow(/error/)
  expect(() => assertDocumented('TRACE', `${path}/7`, 405, 'no JSON')).toThrow(/must be object/)
  expect(() => assertDocumented('GET', '/healthz', 200, undefined)).not.toThrow()
})

/** The credential of a route by what its operation needs besides an OAuth token. */
function credentialOf({ security = [] }: Secured): string {
  const ways = security.map((needed) => Object.keys(needed).sort().join('+'))
  if (ways.length === 0) return 'none'
  if (ways.includes('apiKey')) return 'key'
  if (ways.includes('apiKey+userJwt')) return 'key+user'
  if (ways.includes('organization+userJwt')) return 'user'
  return ways.includes('clientBasic') ? 'client' : 'none'
}

type Secured = Operation & { security?: Record<string, string[]>[] }
type Media = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }

function examplesOf({ parameters = [], requestBody, responses }: Operation) {
  const contents = [
    ['request', requestBody?.content],
    ...Object.entries(responses).map(([status, response]) => [status, response.content] as const),
  ] as [string, Record<string, Media> | undefined][]
  const bodies = contents.flatMap(([place, content]) =>
    Object.values(content ?? {}).flatMap((media) => {
      const values = Object.values(media.examples ?? {}).map(({ value }) => value)
      if (media.example !== undefined) values.push(media.example)
      return values.map((value) => ({ place, schema: media.schema, value }))
    }),
  )
  const inputs = (parameters as ((typeof parameters)[number] & { example?: unknown })[])
    .filter(({ example }) => example !== undefined)
    .map(({ name, schema, example }) => ({ place: `parameter ${name}`, schema, value: example }))
  return [...bodies, ...inputs]
}

type Redocly = {
  createConfig(options: { rules: Record<string, string> }): Promise<unknown>
  lint(options: { ref: string; config: unknown }): Promise<{ ruleId: string; message: string }[]>
}

/** The linter that openapi-typescript itself brings. */
async function lint(rules: Record<string, string>): Promise<string[]> {
  const fromGenerator = createRequire(createRequire(import.meta.url).resolve('openapi-typescript'))
  const redocly = fromGenerator('@redocly/openapi-core') as Redocly
  const problems = await redocly.lint({ ref: SOURCE, config: await redocly.createConfig({ rules }) })
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)
}
