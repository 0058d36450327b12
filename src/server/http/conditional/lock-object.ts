import type { Transaction } from '../../../db/database.ts'
import { lockChangelog } from '../../../modules/changelogs/lock-changelog.ts'
import { lockTranslationGroups } from '../../../modules/changelogs/translation-group.ts'
import { lockComment } from '../../../modules/comments/lock-comment.ts'
import { lockCustomer } from '../../../modules/customers/lock-customer.ts'
import { lockPost } from '../../../modules/posts/lock-post.ts'
import { lockRoadmap } from '../../../modules/roadmaps/lock-roadmap.ts'
import { lockTag } from '../../../modules/tags/lock-tag.ts'
import { lockWebhookOfInstall } from '../../../modules/webhooks/lock-webhook-of-install.ts'

type Lock = (tx: Transaction, organizationId: number, id: number) => Promise<unknown>

/**
 * Locks of the objects that REST changes, by the noun of the object. Each takes its locks in the order of the writes.
 */
const LOCKS: Record<string, Lock> = {
  Changelog: async (tx, organizationId, id) => {
    await lockTranslationGroups(tx, organizationId)
    await lockChangelog(tx, organizationId, id)
  },
  Comment: lockComment,
  Customer: lockCustomer,
  Post: lockPost,
  Roadmap: lockRoadmap,
  Tag: lockTag,
  Webhook: lockWebhookOfInstall,
}

/**
 * Locks an object against every change until the transaction ends.
 * @throws AppError NOT_FOUND
 */
export async function lockObject(
  tx: Transaction,
  organizationId: number,
  { object, id }: { object: string; id: number },
): Promise<void> {
  const lock = LOCKS[object]
  if (!lock) throw new Error(`${object} has no lock`)
  await lock(tx, organizationId, id)
}
