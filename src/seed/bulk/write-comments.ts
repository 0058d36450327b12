import { copyLine } from '../copy-rows.ts'
import { earlyBetween, type Random } from '../random.ts'
import type { Setting } from './write-batch.ts'
import { writeRemark, type Language } from './write-text.ts'

/**
 * Writes the comments of a post, one for each id, oldest first. Authors are customers and the team. Some
 * comments are replies, a few are internal or pending approval. `shown` is the number of publicly visible
 * comments.
 */
export function writeComments(
  random: Random,
  { organizationId, data, to }: Setting,
  language: Language,
  post: { postId: number; createdAt: Date; ids: number[] },
): { lines: string; shown: number } {
  const times = post.ids.map(() => earlyBetween(random, post.createdAt, to)).sort((a, b) => a - b)
  const threads: number[] = []
  let lines = ''
  let shown = 0
  post.ids.forEach((id, index) => {
    const byTeam = data.team.length > 0 && random.chance(0.2)
    const internal = byTeam && random.chance(0.2)
    const pending = !byTeam && random.chance(0.01)
    // Only publicly visible comments have replies, so that no thread hides a reply.
    const parentId = threads.length > 0 && random.chance(0.25) ? random.pick(threads) : null
    if (parentId === null && !internal && !pending) threads.push(id)
    if (!internal && !pending) shown += 1
    const { html, text } = writeRemark(random, language)
    const at = new Date(times[index] ?? post.createdAt)
    lines += copyLine([
      organizationId,
      id,
      post.postId,
      parentId,
      random.pick(byTeam ? data.team : data.people),
      html,
      text,
      internal,
      pending ? 'pending' : 'approved',
      at,
      at,
    ])
  })
  return { lines, shown }
}
