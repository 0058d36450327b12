import { assertThat, Difference, skipUnless, formatValue, type Chapter, type Check } from '../check.ts'
import type { Answer } from '../client.ts'
import type { Operation } from '../document.ts'
import { errorProblem } from '../refusals.ts'
import { callerOf, type Target } from '../target.ts'

/** Contract 2.4 to 2.6 and the OpenAPI document: all answers of the run. */
export const answers: Chapter = {
  name: 'answers',
  section: '2.4 to 2.6',
  checks: ({ document }) => [
    ...document.operations.map(checkOf),
    { name: 'Every answer is JSON', run: (target) => judge(target, contentProblem) },
    { name: 'Every answer has X-Request-Id', run: (target) => judge(target, requestIdProblem) },
    { name: 'Every answer has the Cache-Control of its route', run: (target) => judge(target, cacheProblem) },
    { name: 'Every refusal has the error body', run: (target) => judge(target, refusalProblem) },
    { name: 'Every 429 and 503 has Retry-After', run: (target) => judge(target, retryProblem) },
  ],
}

/** Requests of one operation that are compared with the document. */
function checkOf(operation: Operation): Check {
  return {
    name: `${operation.route} answers with the documented statuses, fields and types`,
    run: async (target) => {
      if (operation.method === 'GET') await read(target, operation)
      const all = target.answers.filter((answer) => operationOf(target, answer) === operation)
      const problem = (answer: Answer) =>
        answer.status === 304 ? null : target.document.problemOf(operation, answer.status, answer.body)
      report(all, problem)
      const succeeded = all.some(({ status }) => operation.successes.includes(status))
      skipUnless(succeeded, reasonOf(target, operation))
    },
  }
}

/** Reads a row or list of the operation. */
async function read(target: Target, operation: Operation): Promise<void> {
  if (operation.path === '/oauth/authorize') return
  const path = await target.pathTo(operation)
  const { status, body } = await target.call('GET', path)
  assertThat(operation.successes.includes(status), `GET ${path} answers ${status}: ${formatValue(body)}`)
}

/** Why no request of an operation succeeded. */
function reasonOf({ options }: Target, operation: Operation): string {
  if (callerOf(operation) !== 'key' && !options.session) return 'needs --session'
  if (operation.method !== 'GET' && !options.write) return 'needs --write'
  return 'no request of the run succeeds here: the run changes no team and waits for no delivery'
}

const pathOf = ({ path }: Answer) => path.split('?')[0] ?? ''
const operationOf = ({ document }: Target, answer: Answer) => document.match(answer.method, pathOf(answer))

const isOfApi = (answer: Answer) =>
  answer.method !== 'OPTIONS' && /^\/(api\/v3|oauth|\.well-known)(\/|$)/.test(pathOf(answer))

/** Reports the problems of all answers of the API. */
async function judge(target: Target, problem: (answer: Answer) => string | null): Promise<void> {
  report(target.answers.filter(isOfApi), problem)
}

/** Reports each problem once, with the first request and the number of answers that have it. */
function report(all: readonly Answer[], problem: (answer: Answer) => string | null): void {
  const found = Map.groupBy(
    all.flatMap((answer) => {
      const text = problem(answer)
      return text === null ? [] : [{ answer, text }]
    }),
    ({ text }) => text,
  )
  const lines = [...found].map(([text, entries]) => {
    const [{ method, path, status } = { method: '', path: '', status: 0 }] = entries.map(
      ({ answer }) => answer,
    )
    const others = entries.length > 1 ? `, and ${entries.length - 1} other answers` : ''
    return `${method} ${path} answers ${status}${others}: ${text}`
  })
  if (lines.length > 0) throw new Difference(...lines)
}

function contentProblem({ status, headers, body }: Answer): string | null {
  if (status === 304) return null
  const type = headers.get('Content-Type') ?? ''
  if (!/^application\/json\b/.test(type)) return `Content-Type is ${formatValue(type)}`
  return body === undefined ? 'the body is not JSON' : null
}

const requestIdProblem = ({ headers }: Answer) =>
  headers.get('X-Request-Id') ? null : 'X-Request-Id is missing'

function cacheProblem(answer: Answer): string | null {
  const value = answer.headers.get('Cache-Control')
  const path = pathOf(answer)
  if (path.startsWith('/.well-known/')) return null
  // An answer with a credential or a person is not stored at all.
  const expected = path.startsWith('/oauth') ? ['no-store'] : ['private, no-cache', 'no-store']
  return expected.includes(value ?? '')
    ? null
    : `Cache-Control is ${formatValue(value)}, expected ${expected.join(' or ')}`
}

const refusalProblem = (answer: Answer) => (answer.status >= 400 ? errorProblem(answer) : null)

const retryProblem = ({ status, headers }: Answer) =>
  (status === 429 || status === 503) && !/^\d+$/.test(headers.get('Retry-After') ?? '')
    ? 'Retry-After is missing'
    : null
