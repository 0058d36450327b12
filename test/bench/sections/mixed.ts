import { deepStrictEqual } from 'node:assert'
import { organizationOf } from '../bench-organization.ts'
import type { Bench } from '../bench.ts'
import { startLimit } from '../limit.ts'
import { requestOf } from '../load.ts'
import { ratioTable } from '../ratio-table.ts'
import { runRounds } from '../rounds.ts'
import type { ServerProcess } from '../server-process.ts'
import { answerOf, limitList, restList, type Target } from '../targets.ts'
import { postOf } from '../write-posts.ts'

/** Number of requests of which one is a write. */
const WRITE_EVERY = 20

/** Measures lists of an organization while others write in it, with the response cache. */
export async function measureMixed(bench: Bench): Promise<string> {
  const { options, postmaster } = bench
  const { rounds, seconds, connections, posts } = options
  const organization = await organizationOf(bench, posts)
  await using limitServer = await startLimit(bench, organization)
  // A worker folds the marks that each revision counts, which no installation is without.
  await using server = await bench.startEcholog({ ROLES: 'web,worker' })
  const limit = limitList(limitServer)
  const list = restList(server, organization.apiKey)
  const writes = await writesTo(server, list, organization.adminId)
  const lists = ['', '', '', '?page=2', '?sort=top', '?approval_status=approved']
  const targets: Target[] = [
    limit,
    { ...list, name: 'one list, 5 % writes', bar: '≥ 3', next: mixOf([requestOf(list, undefined)], writes) },
    {
      ...list,
      name: 'four lists, 5 % writes',
      bar: '',
      next: mixOf(
        lists.map((query) => requestOf({ ...list, path: list.path + query }, undefined)),
        writes,
      ),
    },
  ]
  const measured = await runRounds({ targets, rounds, seconds, connections, postmaster })
  deepStrictEqual(await answerOf(list), await answerOf(limit))
  return ratioTable(
    'Lists and writes together',
    `${posts.toLocaleString('en')} posts; ${rounds} rounds of ${seconds} s, ${connections} connections. Each ${WRITE_EVERY}th request is a write in the same organization: a post, a comment and an update of a listed post, in turn. All others are lists of 30 posts. Ratios are to a list of the limit in the same round. Afterwards, the list equals that of the limit.`,
    measured,
  )
}

/** Returns the next request of lists in turn, and of writes in between. */
function mixOf(lists: Buffer[], writes: () => Buffer): () => Buffer {
  let number = 0
  return () => {
    number++
    const list = lists[number % lists.length]
    return number % WRITE_EVERY === 0 || !list ? writes() : list
  }
}

/** Returns the writes in turn, each of which changes the list or a post in it. */
async function writesTo(server: ServerProcess, list: Target, adminId: number): Promise<() => Buffer> {
  const { feature_requests } = (await answerOf(list)) as { feature_requests: { id: number }[] }
  const headers = { ...list.headers, 'Content-Type': 'application/json' }
  const { description } = postOf(adminId)
  const write = (path: string, method: string, body: object) =>
    requestOf({ name: '', bar: '', server, path, method, headers }, JSON.stringify(body))
  let number = 0
  return () => {
    const { title } = postOf(adminId)
    const { id } = feature_requests[++number % feature_requests.length] ?? { id: 0 }
    if (number % 3 === 0) return write(list.path, 'POST', { title, description })
    if (number % 3 === 1)
      return write('/api/v3/comments', 'POST', { feature_request_id: id, comment: description })
    return write(`${list.path}/${id}`, 'PUT', { title })
  }
}
