import ts from 'typescript'
import { expect, test } from 'vitest'
import { descendants, locationOf, parsedFiles } from '../support/contract/source-files.ts'
import { DEADLINE_MS } from '../support/deadline.ts'

/** Shorter pauses are allowed, as between two looks at a condition. In milliseconds. */
const MIN_WAIT_MS = 50
/** Tests that measure time or run for a given time. */
const isMeasurement = (path: string) => /^test\/(bench|soak)\//.test(path)

/** A promised duration, and the constants that together keep it. */
const PROMISES: [promise: string, withinMs: number, constants: [path: string, name: string][]][] = [
  ['an API key that ends is rejected within a second', 1_000, [['src/auth/api-key.ts', 'CACHE_TTL_MS']]],
  [
    'an access token that ends is rejected within a second',
    1_000,
    [['src/auth/access-token.ts', 'CACHE_TTL_MS']],
  ],
  [
    'subscriptions of a credential that ends end within a second',
    1_000,
    [['src/server/live/revalidate-credentials.ts', 'INTERVAL_MS']],
  ],
  [
    'a change of a webhook ends its deliveries within a second',
    1_000,
    [['src/delivery/settings.ts', 'CACHE_TTL_MS']],
  ],
  ['an event is sent within a second without a notification', 1_000, [['src/events/feed.ts', 'POLL_MS']]],
  [
    'an event is delivered within a second without a notification',
    1_000,
    [['src/delivery/worker.ts', 'POLL_MS']],
  ],
  [
    'the live connections of a stopping server end within five seconds',
    5_000,
    [
      ['src/server/live/websocket/server.ts', 'QUERIES_END_WITHIN_MS'],
      ['src/server/live/websocket/server.ts', 'CLOSED_WITHIN_MS'],
    ],
  ],
  [
    'a process ends within ten seconds of a signal',
    10_000,
    [['src/server/lifecycle/process-events.ts', 'STOP_WITHIN_MS']],
  ],
]

const sources = new Map(parsedFiles('src').map((file) => [file.path, file.tree]))
const tests = parsedFiles('test').filter(({ path }) => path.endsWith('.test.ts') && !isMeasurement(path))
/** The examples below are waits. */
const others = tests.filter(({ path }) => path !== 'test/contract/waits.test.ts')

test.each(PROMISES)('%s: less than %i ms', (_promise, withinMs, constants) => {
  const total = constants.reduce((sum, [path, name]) => sum + constantOf(path, name), 0)
  expect(total).toBeGreaterThan(0)
  expect(total).toBeLessThan(withinMs)
})

test('a test waits for conditions, not for a fixed time', () => {
  const found = others.flatMap(({ path, tree }) =>
    fixedWaits(tree).map((wait) => locationOf(path, tree, wait)),
  )
  expect(found).toEqual([])
})

test('no assertion bounds the measured duration of anything', () => {
  const found = tests.flatMap(({ path, tree }) =>
    descendants(tree)
      .filter(isDurationBound)
      .map((node) => locationOf(path, tree, node)),
  )
  expect(found).toEqual([])
})

test('no test waits for a condition with a shorter deadline than the others', () => {
  const found = tests.flatMap(({ path, tree }) =>
    descendants(tree)
      .filter(isShortDeadline)
      .map((node) => locationOf(path, tree, node)),
  )
  expect(found).toEqual([])
})

test.each([
  ['await sleep(300)', 1],
  ['await sleep(1_000, undefined)', 1],
  ['await timers.setTimeout(50)', 1],
  ['await new Promise((resolve) => setTimeout(resolve, 600))', 1],
  ['await new Promise((after) => setTimeout(after, 600))', 1],
  ['await new Promise<void>((after) => { setTimeout(() => after(), 600) })', 1],
  ['await new Promise(function (after) { window.setTimeout(function () { after(1) }, 600) })', 1],
  ['await page.waitForTimeout(600)', 1],
  ["await page.evaluate('new Promise((after) => setTimeout(after, 600))')", 1],
  ['const PAUSE_MS = 100\nconst settle = () => sleep(PAUSE_MS)', 1],
  ['await new Promise((after) => setTimeout(after, 20))', 0],
  ['await new Promise((_, fail) => setTimeout(() => fail(new Error("late")), 600))', 0],
  ['await sleep(20)', 0],
  ['await sleep(Math.random() * 100)', 0],
  ['createServer((_, response) => setTimeout(() => response.end(), 200))', 0],
])('recognizes a fixed wait: %s', (text, count) => {
  const tree = ts.createSourceFile('example.ts', text, ts.ScriptTarget.Latest, true)
  expect(fixedWaits(tree)).toHaveLength(count)
})

/** The calls in a file that wait for a fixed time, in scripts for the browser too. */
function fixedWaits(tree: ts.SourceFile): ts.Node[] {
  const constants = numbersOf(tree)
  return descendants(tree).filter((node) => {
    if (ts.isStringLiteralLike(node) && node.text.includes('setTimeout(')) return waitsInScript(node.text)
    const duration = waitOf(node)
    if (!duration) return false
    return (valueOf(duration) ?? constants.get(duration.getText()) ?? 0) >= MIN_WAIT_MS
  })
}

const waitsInScript = (text: string): boolean =>
  fixedWaits(ts.createSourceFile('script.ts', text, ts.ScriptTarget.Latest, true)).length > 0

/**
 * The duration of `sleep(…)`, `timers.setTimeout(…)`, `page.waitForTimeout(…)` or of a timer that resolves a promise.
 */
function waitOf(node: ts.Node): ts.Expression | undefined {
  if (!ts.isCallExpression(node)) return undefined
  const callee = node.expression.getText()
  const [first, second] = node.arguments
  if (/^(window\.|globalThis\.)?setTimeout$/.test(callee))
    return first && resolvesPromise(first, node) ? second : undefined
  return /^(sleep|delay|.+\.(setTimeout|waitForTimeout))$/.test(callee) ? first : undefined
}

/** Whether the callback of a timer is, or calls, the `resolve` of the `new Promise` around it. */
function resolvesPromise(callback: ts.Expression, timer: ts.Node): boolean {
  const made = ts.findAncestor(timer, ts.isNewExpression)
  const executor = made?.expression.getText() === 'Promise' ? made.arguments?.[0] : undefined
  if (!executor || !(ts.isArrowFunction(executor) || ts.isFunctionExpression(executor))) return false
  const resolve = executor.parameters[0]?.name.getText()
  if (callback.getText() === resolve) return true
  return descendants(callback).some(
    (call) => ts.isCallExpression(call) && call.expression.getText() === resolve,
  )
}

/** Whether a node asserts that a difference of two times is less than a value. */
function isDurationBound(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !/\.toBeLessThan(OrEqual)?$/.test(node.expression.getText())) return false
  const asserted = node.expression.getText()
  return /expect\((performance\.now|Date\.now)\(\) -/.test(asserted) || /\bdurationMs\b/.test(asserted)
}

/** Whether a node is the `timeout` or `withinMs` of a wait, as a number below the common deadline. */
function isShortDeadline(node: ts.Node): boolean {
  if (!ts.isPropertyAssignment(node) || !/^(timeout|withinMs)$/.test(node.name.getText())) return false
  const call = node.parent.parent
  const isWait =
    ts.isCallExpression(call) && /\.(poll|until|waitFor|waitUntil)$/.test(call.expression.getText())
  return isWait && (valueOf(node.initializer) ?? DEADLINE_MS) < DEADLINE_MS
}

/** The numeric constants at the top of a file, by name. */
function numbersOf(tree: ts.SourceFile): Map<string, number> {
  const declarations = tree.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
  return new Map(
    declarations.flatMap(({ name, initializer }) => {
      const value = initializer && valueOf(initializer)
      return value === undefined ? [] : [[name.getText(), value] as const]
    }),
  )
}

function valueOf(node: ts.Expression): number | undefined {
  return ts.isNumericLiteral(node) ? Number(node.text) : undefined
}

/** The value of a constant of the source. @throws Error without such a constant */
function constantOf(path: string, name: string): number {
  const tree = sources.get(path)
  const value = tree && numbersOf(tree).get(name)
  if (value === undefined) throw new Error(`${path} has no constant ${name}`)
  return value
}
