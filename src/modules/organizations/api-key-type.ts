import type { ApiKey } from '../../db/generated/client/client.ts'
import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { UserRef } from '../users/type.ts'
import { userLoaders } from '../users/loaders.ts'

/** An API key's row without the hash. */
type ApiKeyRow = Omit<ApiKey, 'keyHash'>

export const ApiKeyRef = builder.objectRef<ApiKeyRow>('ApiKey').implement({
  description: 'An API key of the organization. The key itself is not stored.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    name: t.exposeString('name', { description: 'Name that describes the purpose of the key.' }),
    lastFour: t.exposeString('lastFour', { description: 'Last four characters of the key.' }),
    creator: t.field({
      type: UserRef,
      description: 'Person who created the key. Writes with the key alone are attributed to them.',
      resolve: (key, _args, context) => userLoaders(context).byId.one(key.creatorId),
    }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last use, to the minute. Null if never used.',
      resolve: (key) => key.lastUsedAt,
    }),
    revokedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of revocation. Null while the key is valid.',
      resolve: (key) => key.revokedAt,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Creation time.',
      resolve: (key) => key.createdAt,
    }),
  }),
})

export const ApiKeyConnectionRef = connectionType('ApiKey', ApiKeyRef)
