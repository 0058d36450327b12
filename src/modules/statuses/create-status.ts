import type { Transaction } from '../../db/database.ts'
import { nextPosition } from '../../db/writes/next-position.ts'
import { uniqueSlug } from '../../db/writes/unique-slug.ts'
import { now } from '../../lib/time/clock.ts'
import { unprocessable, missingParam } from '../../lib/errors.ts'
import { announceStatuses } from './announce-statuses.ts'
import { lockWorkflow } from './lock-workflow.ts'
import { statusFields, type StatusChanges } from './status-fields.ts'

/** Maximum number of statuses in a workflow. Lists of statuses are therefore not paginated. */
const MAX_STATUSES = 100
const DEFAULT_COLOR = '#94a3b8'

/**
 * Adds a status at the end of the workflow. Returns its row.
 * @throws AppError MISSING_PARAM without name or kind, UNPROCESSABLE if there are too many
 */
export async function createStatus(tx: Transaction, organizationId: number, input: StatusChanges) {
  const { name, kind, color = DEFAULT_COLOR, percentage = kindPercentage(input) } = statusFields(input)
  if (name === undefined) throw missingParam('name')
  if (kind === undefined) throw missingParam('kind')
  const others = await lockWorkflow(tx, organizationId)
  if (others.length >= MAX_STATUSES)
    throw unprocessable(
      'name',
      `exceeds the maximum of ${MAX_STATUSES} statuses`,
      `cannot be added, because a workflow has at most ${MAX_STATUSES} statuses`,
    )
  announceStatuses(tx, organizationId)
  const slug = await uniqueSlug(tx, 'statuses', organizationId, name)
  const position = await nextPosition(tx, 'statuses', organizationId)
  const at = now()
  return tx
    .insertInto('statuses')
    .values({ organizationId, slug, name, kind, color, percentage, position, createdAt: at, updatedAt: at })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const kindPercentage = ({ kind }: StatusChanges) => (kind === 'completed' ? 100 : 0)
