import { startLimit } from '../limit.ts'
import { requestOf } from '../load.ts'
import { ratioTable } from '../ratio-table.ts'
import { runRounds } from '../rounds.ts'
import type { Setting } from '../sections/pages.ts'
import { limitList, restList, type Target } from '../targets.ts'

/**
 * Measures the server's work for the board of 30 posts, without its cache beside the limit, and with it beside REST.
 */
export async function measurePortal({ bench, organization, start }: Setting): Promise<string> {
  const { options, postmaster } = bench
  const { rounds, seconds, connections } = options
  await using limitServer = await startLimit(bench, organization)
  await using server = await start()
  const path = `/@${organization.slug}`
  const board: Target = { name: 'portal: board of 30 posts, again', bar: '≥ 1', server, path, headers: {} }
  const again = { ...restList(server, organization.apiKey), name: 'an unchanged list asked again', bar: '' }
  let number = 0
  // No address is cached twice.
  const uncached = () => requestOf({ ...board, path: `${path}?number=${number++}` }, undefined)
  const targets: Target[] = [
    limitList(limitServer),
    { ...board, name: 'portal: board of 30 posts, uncached', bar: '≥ 0.4', next: uncached },
    again,
    { ...board, limit: again },
  ]
  const measured = await runRounds({ targets, rounds, seconds, connections, postmaster })
  return ratioTable(
    'Pages of the portal',
    `${rounds} rounds of ${seconds} s, ${connections} connections. Ratios are to the limit of the list of 30 posts in the same round, of the cached board to the cached list.`,
    measured,
  )
}
