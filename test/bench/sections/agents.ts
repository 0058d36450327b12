import type { Call, Tool } from '../../../src/mcp/tool.ts'
import { tools } from '../../../src/mcp/tools.ts'
import { documentText } from '../../../src/lib/graphql-client/graphql.ts'
import { assertSucceeded } from '../../../src/lib/graphql-client/payload.ts'
import { adminHeaders, commentOnNewest, organizationOf } from '../bench-organization.ts'
import type { Bench } from '../bench.ts'
import { profileOf } from '../profile.ts'
import { median, table } from '../report.ts'
import { load } from '../load.ts'
import { runRounds, type Measurement } from '../rounds.ts'
import type { ServerProcess } from '../server-process.ts'
import type { Target } from '../targets.ts'

const UNCACHED = { RESPONSE_CACHE_MB: '0' }
const CONNECTIONS = 8
const ROUNDS = 4
const PROFILED_SECONDS = 10

/** Headers of every message. */
const ACCEPT = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' }
const REVISION = '2026-07-28'

/** A server with the credentials of a member of the team. */
type Agent = { server: ServerProcess; headers: Record<string, string> }
type Called = { tool: Tool; args: Record<string, unknown> }

/** Measures calls of tools at `/mcp` beside the same operations at `/graphql`. */
export async function measureAgents(bench: Bench): Promise<string> {
  const { options, postmaster } = bench
  const organization = await organizationOf(bench, options.quick ? 1_000 : 10_000)
  await commentOnNewest(bench, organization, { posts: 20, comments: 3 })
  await using server = await bench.startEcholog(UNCACHED)
  const agent = { server, headers: await adminHeaders(bench, organization) }
  const calls = await callsOf(agent)
  const first = await timeOf(messageTarget(agent, calls[0] as Called))
  const pairs: [Called, Target, Target[]][] = []
  for (const called of calls) {
    const operations = await operationsOf(agent, called)
    pairs.push([called, messageTarget(agent, called), operations])
  }
  const targets = pairs.flatMap(([, message, operations]) => [message, ...operations])
  const rounds = options.quick ? 1 : ROUNDS
  const measured = await runRounds({
    targets,
    rounds,
    seconds: options.seconds,
    connections: CONNECTIONS,
    postmaster,
  })
  const cpuOf = (target: Target) => median((measured.get(target) as Measurement[]).map(({ cpu }) => cpu))
  const report = table(
    'Tools of agents beside their operations',
    `Bar: CPU ≤ that of the same operations at \`/graphql\` + 0.8 ms. ${rounds} rounds, ${CONNECTIONS} connections, without the response cache, in the revision ${REVISION}. The first message takes ${first.toFixed(0)} ms (bar: ≤ 600), which loads the protocol.`,
    ['tool', 'CPU ms per call', 'at `/graphql`', 'difference', 'p50 ms', 'characters of the description'],
    pairs.map(([{ tool }, message, operations]) => {
      const [own, others] = [cpuOf(message), operations.reduce((sum, each) => sum + cpuOf(each), 0)]
      const p50 = median((measured.get(message) as Measurement[]).map((each) => each.p50))
      const cells = [own.toFixed(2), others.toFixed(2), (own - others).toFixed(2), p50.toFixed(1)]
      return [`\`${tool.name}\``, ...cells, String(tool.description.length)]
    }),
  )
  return options.profile ? report + (await profileSearch(bench, agent.headers)) : report
}

/** A call of each tool that can be repeated with the same arguments. */
async function callsOf(agent: Agent): Promise<Called[]> {
  const called = (name: string, args: Record<string, unknown> = {}): Called => ({ tool: toolOf(name), args })
  const created = async (name: string, args: Record<string, unknown>) => {
    const [object] = Object.values(
      (await resultOf(agent, called(name, args))) as Record<string, { id: string }>,
    )
    return object?.id
  }
  const [id, voted, commented] = [
    await created('create_post', { title: 'Measured 1' }),
    await created('create_post', { title: 'Measured 2' }),
    await created('create_post', { title: 'Measured 3' }),
  ]
  const comment = await created('add_comment', { post: commented, text: 'Once' })
  const title = 'Measured entry'
  const drafted = await created('draft_changelog', { title })
  const published = await created('draft_changelog', { title })
  return [
    called('search_posts'),
    called('get_workspace'),
    called('get_post', { id: commented, comments: true }),
    called('find_similar_posts', { title: 'Export as CSV' }),
    called('get_roadmap'),
    called('list_changelog'),
    called('search_customers'),
    called('recent_events'),
    called('create_post', { title: 'Created by an agent', text: 'With a text' }),
    called('update_post', { id, title: 'Changed by an agent' }),
    called('set_vote', { post: voted, vote: 'UP' }),
    called('add_comment', { post: commented, text: 'A comment of an agent' }),
    called('update_comment', { id: comment, text: 'A changed comment' }),
    called('upsert_customer', { email: 'customer@bench.example', name: 'Customer' }),
    called('draft_changelog', { id: drafted, title, text: 'Changed' }),
    called('publish_changelog', { id: published, title }),
  ]
}

function toolOf(name: string): Tool {
  const found = tools.find((tool) => tool.name === name)
  if (!found) throw new Error(`no tool ${name}`)
  return found
}

/** Runs a tool by operations at `/graphql`, and returns its result. */
function resultOf(agent: Agent, { tool, args }: Called, seen: Target[] = []): Promise<unknown> {
  const call: Call = async (document, variables, object) => {
    const target = operationTarget(agent, documentText(document), variables)
    seen.push(target)
    const { data } = (await answerOf(target)) as { data: Record<string, unknown> }
    assertSucceeded(data, object)
    return data as never
  }
  return tool.run(args, call)
}

/** Returns the operations of a call, in their order. */
async function operationsOf(agent: Agent, called: Called): Promise<Target[]> {
  const seen: Target[] = []
  await resultOf(agent, called, seen)
  return seen
}

const operationTarget = ({ server, headers }: Agent, query: string, variables: unknown): Target => ({
  name: '',
  bar: '',
  server,
  path: '/graphql',
  headers: { ...headers, 'Content-Type': 'application/json' },
  body: JSON.stringify({ query, variables }),
})

const messageTarget = ({ server, headers }: Agent, { tool: { name }, args }: Called): Target => ({
  name,
  bar: '',
  server,
  path: '/mcp',
  headers: {
    ...ACCEPT,
    ...headers,
    'MCP-Protocol-Version': REVISION,
    'Mcp-Method': 'tools/call',
    'Mcp-Name': name,
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args, _meta: META },
  }),
})

const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
}

/** A tool error, or an error of GraphQL. */
const FAILED = /"isError":true|"errors":\[\{/

async function answerOf({ server, path, headers, body }: Target): Promise<unknown> {
  const response = await fetch(server.url + path, { method: 'POST', headers, body: body as string })
  const text = await response.text()
  if (response.status !== 200 || FAILED.test(text))
    throw new Error(`${path} responded ${response.status}: ${text}`)
  return JSON.parse(text)
}

/** Milliseconds of one request, which must succeed. */
async function timeOf(target: Target): Promise<number> {
  const began = performance.now()
  await answerOf(target)
  return performance.now() - began
}

function profileSearch({ startEcholog }: Bench, headers: Agent['headers']): Promise<string> {
  return profileOf('search_posts at /mcp', async (nodeOptions, begin) => {
    await using server = await startEcholog(UNCACHED, nodeOptions)
    const target = messageTarget({ server, headers }, { tool: toolOf('search_posts'), args: {} })
    await load(target, CONNECTIONS, 2)
    begin()
    await load(target, CONNECTIONS, PROFILED_SECONDS)
  })
}
