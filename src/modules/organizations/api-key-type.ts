import { isAdmin } from '../../auth/caller.ts'
import type { ApiKey } from '../../db/rows.ts'
import { builder } from '../../graphql/builder.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { UserRef } from '../users/type.ts'
import { userLoaders } from '../users/loaders.ts'
import { organizationLoaders } from './loaders.ts'

/** An API key's row without the hash. */
type ApiKeyRow = Omit<ApiKey, 'keyHash'>

export const ApiKeyRef = builder.objectRef<ApiKeyRow>('ApiKey').implement({
  description: 'An API key of the organization. The key itself is not stored.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('ApiKey')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    name: t.exposeString('name', { description: 'Name that describes the purpose of the key.' }),
    lastFour: t.exposeString('lastFour', { description: 'Last four characters of the key.' }),
    createdBy: t.field({
      type: UserRef,
      description: 'Person who created the key. Writes with the key alone are attributed to them.',
      resolve: (key, _args, context) => userLoaders(context).byId.one(key.creatorId),
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last use, to the minute. Null if never used.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of revocation. Null while the key is valid.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
  }),
})

nodeFinder('ApiKey', (context, id) =>
  isAdmin(context.caller) ? organizationLoaders(context).apiKeyById.find(id) : Promise.resolve(null),
)

export const ApiKeyConnectionRef = connectionType('ApiKey', ApiKeyRef)
