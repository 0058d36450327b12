import { byId, defineLoaders } from '../../graphql/loaders.ts'
import { databaseNow } from '../../db/time.ts'
import { ofOwner, sessionOwnerOf } from './session-owner.ts'

/** Loaders of the caller's own sessions. */
export const sessionLoaders = defineLoaders(({ db, caller }) => {
  const owner = sessionOwnerOf(caller)
  return {
    byId: byId(async (ids) =>
      owner === null
        ? []
        : db
            .selectFrom('sessions')
            .selectAll()
            .where('id', 'in', ids)
            .where(ofOwner(owner))
            .where('expiresAt', '>', databaseNow)
            .execute(),
    ),
  }
})
