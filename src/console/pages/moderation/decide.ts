import type { Client } from 'urql'
import { reasonsOf } from '../../live/use-action.ts'
import { DECIDE_COMMENT, DECIDE_POST, type Item } from './moderation-documents.ts'

export type Decision = 'approve' | 'hide'

/**
 * Approves or hides an item, or takes that back. A hidden post leaves the lists, and a hidden comment stays with
 * the team. Resolves to the reason for which it was refused, or null.
 */
export async function decide(
  client: Client,
  { kind, id }: Item,
  decision: Decision,
  isUndone: boolean,
): Promise<string | null> {
  const approvalStatus = isUndone ? 'PENDING' : 'APPROVED'
  const isHidden = !isUndone
  if (kind === 'post') {
    const change = decision === 'approve' ? ({ approvalStatus } as const) : { hidden: isHidden }
    const { data, error } = await client.mutation(DECIDE_POST, { id, ...change }).toPromise()
    return reasonOf(reasonsOf(data?.updatePost, error))
  }
  const change = { approvalStatus, ...(decision === 'hide' && { internal: isHidden }) } as const
  const { data, error } = await client.mutation(DECIDE_COMMENT, { id, ...change }).toPromise()
  return reasonOf(reasonsOf(data?.updateComment, error))
}

const reasonOf = ({ errors, problem }: ReturnType<typeof reasonsOf>) =>
  problem ?? Object.values(errors)[0] ?? null
