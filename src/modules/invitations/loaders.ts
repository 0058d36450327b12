import { byId, defineLoaders } from '../../graphql/loaders.ts'

/** Loaders of the organization's invitations. */
export const invitationLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) =>
    db
      .selectFrom('invitations')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('id', 'in', ids)
      .execute(),
  ),
}))
