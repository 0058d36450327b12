import type { ApiKey } from '../../db/generated/client/client.ts'
import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/page.ts'
import { UserRef } from '../users/type.ts'

/** An API key's row without the hash. */
type ApiKeyRow = Omit<ApiKey, 'keyHash'>

export const ApiKeyRef = builder.objectRef<ApiKeyRow>('ApiKey').implement({
  description: 'What is kept of an API key: never the key itself.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    name: t.exposeString('name', { description: 'What it is for.' }),
    lastFour: t.exposeString('lastFour', { description: 'The last four characters, to recognise it by.' }),
    creator: t.field({
      type: UserRef,
      description: 'Who made it, and whom its writes are attributed to.',
      resolve: (key, _args, { load }) => load.user.one(key.creatorId),
    }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute; null for never.',
      resolve: (key) => key.lastUsedAt,
    }),
    revokedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked; null while it works.',
      resolve: (key) => key.revokedAt,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was made.',
      resolve: (key) => key.createdAt,
    }),
  }),
})

export const ApiKeyConnectionRef = connectionType('ApiKey', ApiKeyRef)
