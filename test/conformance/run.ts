import { CHAPTERS } from './chapters.ts'
import { Difference, Skip, type Check } from './check.ts'
import { createClient, type Answer } from './client.ts'
import { readDocument } from './document.ts'
import type { Options } from './options.ts'
import { createTarget, unmet, type Target } from './target.ts'
import { createThings, removeThings } from './things.ts'

export type Result = {
  check: string
  /** Differences of the server. Empty if it does what it should. */
  differences: readonly string[]
  /** Why the check was not made. */
  skipped: string | null
}

export type Report = {
  chapters: readonly { name: string; section: string; results: readonly Result[] }[]
  /** Things that the run has made and could not remove. */
  leftovers: readonly string[]
  /** Number of requests, those of the removal included. */
  requests: number
  /** Whether all selected checks were made or skipped for lack of a credential or a thing. */
  complete: boolean
}

/**
 * Compares a server with the documented API, one request at a time. With `write`, removes at the
 * end what it has made, also after `interrupted`.
 * @throws Error if the server does not answer or refuses the key
 */
export async function runConformance(
  options: Options,
  interrupted: AbortSignal = new AbortController().signal,
): Promise<Report> {
  const answers: Answer[] = []
  const client = createClient(options, interrupted, (answer) => void answers.push(answer))
  const document = readDocument()
  const target = createTarget({ options, document, client, things: createThings(), answers })
  await assertReachable(target)
  const chapters: { name: string; section: string; results: Result[] }[] = []
  let leftovers: string[] = []
  try {
    for (const { name, section, checks } of CHAPTERS.filter(({ name }) => isSelected(options, name))) {
      const results: Result[] = []
      chapters.push({ name, section, results })
      for (const check of checks(target)) results.push(await resultOf(target, check))
    }
  } finally {
    if (options.write) leftovers = await removeThings(target)
  }
  const complete = !interrupted.aborted && client.count() < options.maxRequests
  return { chapters, leftovers, requests: client.count(), complete }
}

/** Whether a run has found no difference, has left nothing and was finished. */
export function isConformant({ chapters, leftovers, complete }: Report): boolean {
  const differences = chapters.flatMap(({ results }) => results.flatMap(({ differences }) => differences))
  return differences.length === 0 && leftovers.length === 0 && complete
}

const isSelected = ({ only, except }: Options, name: string) =>
  (only.length === 0 || only.includes(name)) && !except.includes(name)

async function assertReachable({ call }: Target): Promise<void> {
  const { status } = await call('GET', '/api/v3/tags', { as: 'key' })
  if (status === 401) throw new Error('The server refuses the API key')
}

async function resultOf(target: Target, { name: check, needs = [], run }: Check): Promise<Result> {
  const [reason] = needs.flatMap((need) => unmet(target, need) ?? [])
  if (reason !== undefined) return { check, differences: [], skipped: reason }
  try {
    await run(target)
    return { check, differences: [], skipped: null }
  } catch (error) {
    if (error instanceof Skip) return { check, differences: [], skipped: error.message }
    const found = error instanceof Difference ? error.differences : [messageOf(error)]
    return { check, differences: found, skipped: null }
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
