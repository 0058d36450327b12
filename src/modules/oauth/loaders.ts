import type { PageRequest } from '../../db/lists/keyset.ts'
import { byId, defineLoaders, groups, perRequest } from '../../graphql/loaders.ts'
import { activeInstalls } from './installs/install-row.ts'
import { installsOfApps } from './installs/installs-of-apps.ts'
import { readToolCalls } from './installs/tool-calls.ts'

/** Loaders of the organization's apps and installs, and of the installs of each of its apps. */
export const oauthLoaders = defineLoaders(({ db, organizationId }) => ({
  appById: byId((ids) =>
    db
      .selectFrom('oauthApps')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('id', 'in', ids)
      .where('deletedAt', 'is', null)
      .execute(),
  ),
  installById: byId((ids) =>
    activeInstalls(db, organizationId).where('oauthInstalls.id', 'in', ids).execute(),
  ),
  toolCalls: groups((installIds) => readToolCalls(db, organizationId, installIds)),
  installsOfApp: perRequest((page: PageRequest) =>
    byId((ids) => installsOfApps(db, organizationId, ids, page)),
  ),
}))
