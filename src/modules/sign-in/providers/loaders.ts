import { byId, defineLoaders, groups } from '../../../graphql/loaders.ts'
import { PROVIDER_COLUMNS } from './sign-in-provider-row.ts'

/** Loaders of the providers of the caller's organization. */
export const signInProviderLoaders = defineLoaders(({ db, organizationId }) => {
  const own = () =>
    db.selectFrom('signInProviders').select(PROVIDER_COLUMNS).where('organizationId', '=', organizationId)
  return {
    byId: byId((ids) => own().where('id', 'in', ids).execute()),
    byOrganization: groups(async () =>
      (await own().orderBy('id').execute()).map((row) => [row.organizationId, row]),
    ),
  }
})
