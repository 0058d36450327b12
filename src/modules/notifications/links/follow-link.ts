import type { Transaction } from '../../../db/database.ts'
import { mutePost } from '../mutes.ts'
import { updatePreferences } from '../preferences/update-preferences.ts'
import type { MailLink } from './mail-token.ts'

/**
 * Ends what a link in a mail is about: the mails of a kind, the notifications of a post, or all mails but those that
 * sign in. Idempotent.
 */
export async function followLink(
  tx: Transaction,
  { organizationId, userId, target }: MailLink,
): Promise<void> {
  if (target.type === 'post') {
    const post = await tx
      .selectFrom('posts')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('id', '=', target.postId)
      .forKeyShare()
      .executeTakeFirst()
    if (post) await mutePost(tx, organizationId, { postId: post.id, userId })
    return
  }
  const changes =
    target.type === 'kind'
      ? { choices: [{ kind: target.kind, frequency: 'never' as const }], anyKind: true }
      : { noMail: true }
  await updatePreferences(tx, { organizationId, userId }, changes)
}
