import { Pool } from 'undici'
import { Webhook } from 'standardwebhooks'
import { organizationsToNumber } from '../../../src/events/heads.ts'
import { numberRecorded } from '../../../src/modules/events/current-head.ts'
import { signatureHeaders } from '../../../src/delivery/sign.ts'
import { newWebhookSecret } from '../../../src/modules/webhooks/new-webhook-secret.ts'
import { freshOrganization, webhooksOf } from '../bench-organization.ts'
import type { Bench } from '../bench.ts'
import { countCpu } from '../cpu-time.ts'
import { resetReceiver, startReceiver, whatCame } from '../peers/receiver-client.ts'
import type { Received } from '../peers/receiver.ts'
import { profileOf } from '../profile.ts'
import { spread, table } from '../report.ts'
import type { ServerProcess } from '../server-process.ts'
import { repeatedly, writePost } from '../write-posts.ts'

const WEBHOOKS = 50
/** Organizations with one webhook each, whose queues are claimed by one statement for each organization. */
const ORGANIZATIONS = 1_000
const MAX_ROUNDS = 5

type Result = { rate: number; worker: number; postgres: number }

/** Measures a backlog of deliveries processed by one worker, and the cost of signing and sending alone. */
export async function measureDeliveries(bench: Bench): Promise<string> {
  const { quick, rounds, profile } = bench.options
  const events = quick ? 200 : 1_000
  const count = events * WEBHOOKS
  await using receiver = await startReceiver()
  const results: Result[] = []
  const apart: Result[] = []
  const bare: Result[] = []
  for (let round = 0; round < Math.min(rounds, MAX_ROUNDS); round++) {
    bare.push(await postBare(receiver, count))
    results.push(await workOff(bench, receiver, { organizations: 1, webhooks: WEBHOOKS, events }))
    const each = count / ORGANIZATIONS
    apart.push(await workOff(bench, receiver, { organizations: ORGANIZATIONS, webhooks: 1, events: each }))
  }
  const cells = (all: Result[]) => [
    spread(all.map(({ rate }) => rate)),
    spread(
      all.map(({ rate }, round) => rate / (bare[round]?.rate ?? NaN)),
      2,
    ),
    spread(all.map(({ worker }) => worker)),
    spread(all.map(({ postgres }) => postgres)),
  ]
  const report = table(
    'Deliveries',
    `stored ${results.length} rounds; a backlog of ${events} events for ${WEBHOOKS} webhooks of one organization, one worker process, from the first to the last receipt. CPU is measured from the start of the worker, so it includes the queueing of the deliveries. Every delivery has its attempt row. Another library verified the signatures of a sample.`,
    ['', 'bar', 'a second', 'of bare', 'worker µs CPU each', 'PostgreSQL µs CPU each'],
    [
      ['signed deliveries with attempt rows', '≥ 5,000/s', ...cells(results)],
      [`the same of ${ORGANIZATIONS} organizations with one webhook each`, '≥ 4,500/s', ...cells(apart)],
      ['bare: sign and send only', '', ...cells(bare)],
    ],
  )
  if (!profile) return report
  const run = (shape: Shape) => async (nodeOptions: string[], begin: () => void) => {
    await workOff(bench, receiver, shape, { nodeOptions, begin })
  }
  const together = await profileOf('The worker', run({ organizations: 1, webhooks: WEBHOOKS, events }))
  const each = { organizations: ORGANIZATIONS, webhooks: 1, events: count / ORGANIZATIONS }
  return report + together + (await profileOf(`The worker with ${ORGANIZATIONS} organizations`, run(each)))
}

/** Numbers of organizations, and of webhooks and events of each. */
type Shape = { organizations: number; webhooks: number; events: number }

async function workOff(
  bench: Bench,
  receiver: ServerProcess,
  { organizations, webhooks, events }: Shape,
  { nodeOptions = [] as string[], begin = () => {} } = {},
): Promise<Result> {
  const { kysely } = bench.database
  // Skips the events that other sections recorded.
  for (const organizationId of await organizationsToNumber(kysely))
    await numberRecorded(kysely, organizationId)
  const { ids, secrets } = await storeBacklog(bench, receiver.url, { organizations, webhooks, events })
  await resetReceiver(receiver)
  const count = organizations * events * webhooks
  const worker = await bench.startEcholog({ ROLES: 'worker' }, nodeOptions)
  begin()
  const used = countCpu([worker.pid], bench.postmaster)
  const received = await whatCame(receiver, count)
  const { servers, postgres } = used()
  await worker.stop()
  await assertLedger(bench, ids, count)
  verifySamples(received, secrets)
  return resultOf(count, received, servers, postgres)
}

/** Creates organizations with webhooks and events. Returns the ids of the former and the secrets. */
async function storeBacklog(bench: Bench, url: string, { organizations, webhooks, events }: Shape) {
  const ids: number[] = []
  const secrets: string[] = []
  for (let index = 0; index < organizations; index++) {
    const organization = await freshOrganization(bench, 'deliveries')
    ids.push(organization.id)
    secrets.push(...(await webhooksOf(bench, organization, url, webhooks, secrets.length)))
    await repeatedly(events, 16, () => writePost(bench.database.kysely, organization))
  }
  return { ids, secrets }
}

function resultOf(count: number, { first, last }: Received, worker: number, postgres: number): Result {
  return {
    rate: (count * 1000) / (last - first),
    worker: (worker * 1e6) / count,
    postgres: (postgres * 1e6) / count,
  }
}

async function assertLedger({ database }: Bench, organizationIds: number[], count: number): Promise<void> {
  const { rows } = await database.pool.query<{ attempts: number; deliveries: number }>(
    `select (select count(*)::int from delivery_attempts where organization_id = any($1) and outcome = 'delivered') as attempts,
       (select count(*)::int from deliveries where organization_id = any($1) and state = 'succeeded') as deliveries`,
    [organizationIds],
  )
  const [found] = rows
  if (found?.attempts !== count || found.deliveries !== count)
    throw new Error(`stored ${found?.attempts} attempts and ${found?.deliveries} deliveries, not ${count}`)
}

function verifySamples({ samples }: Received, secrets: string[]): void {
  if (samples.length === 0) throw new Error('no sample was stored')
  for (const { path, headers, body } of samples)
    new Webhook(secrets[Number(path.slice(1))] ?? '').verify(body, headers)
}

/** Sends the same number of signed posts from this process, without other work. */
async function postBare(receiver: ServerProcess, count: number): Promise<Result> {
  await resetReceiver(receiver)
  const pool = new Pool(receiver.url, { connections: WEBHOOKS })
  const secrets = [newWebhookSecret()]
  const body = Buffer.alloc(1_400, 'x')
  const before = process.cpuUsage()
  await repeatedly(count, WEBHOOKS, async () => {
    const headers = { ...signatureHeaders({ id: 'evt_1_1', body, at: new Date(), secrets }) }
    const answer = await pool.request({ path: '/0', method: 'POST', headers, body })
    await answer.body.dump()
  })
  const { user, system } = process.cpuUsage(before)
  const received = await whatCame(receiver, count)
  await pool.close()
  return resultOf(count, received, (user + system) / 1e6, 0)
}
