import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  /** Microseconds of the machine's monotonic clock. */
  startTime: number
  samples: number[]
  timeDeltas: number[]
}

const MAX = 25

/**
 * The functions of a server by the time spent in themselves, as Markdown. `run` starts a server with the
 * given options of Node, puts it under load and stops it. Samples before the call of `begin` are excluded.
 */
export async function profileOf(
  name: string,
  run: (nodeOptions: string[], begin: () => void) => Promise<void>,
): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'echolog-profile-'))
  try {
    let begun = 0
    await run(['--cpu-prof', '--cpu-prof-dir', directory], () => (begun = monotonic()))
    const [file = ''] = readdirSync(directory)
    const profile = JSON.parse(readFileSync(join(directory, file), 'utf8')) as Profile
    return [`\n${name}: self time of the server's process`, '', ...topOf(profile, begun), ''].join('\n')
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

const monotonic = () => Number(process.hrtime.bigint() / 1000n)

function topOf({ nodes, startTime, samples, timeDeltas }: Profile, begun: number): string[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
  const spent = new Map<string, number>()
  let time = startTime
  samples.forEach((id, index) => {
    time += timeDeltas[index] ?? 0
    const name = names.get(id) ?? ''
    if (time < begun) return
    spent.set(name, (spent.get(name) ?? 0) + (timeDeltas[index] ?? 0))
  })
  spent.delete('(idle)')
  const total = [...spent.values()].reduce((sum, time) => sum + time, 0)
  return [...spent]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX)
    .map(([name, time]) => `- ${((100 * time) / total).toFixed(1)} % ${name}`)
}

function nameOf({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame']): string {
  const location = url.replace(/^.*\/node_modules\//, '').replace(/^.*\/(src|rest-compat)\//, '$1/')
  return `${functionName || '(anonymous)'} ${location && `${location}:${lineNumber + 1}`}`.trim()
}
