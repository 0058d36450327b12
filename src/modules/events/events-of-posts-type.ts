import { hasTeamView } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { POST_TYPES } from '../posts/event-filters.ts'
import { PostRef } from '../posts/type.ts'
import { eventLoaders } from './loaders.ts'
import { isReadable } from './policy.ts'
import { EventConnectionRef } from './type.ts'

builder.prismaObjectFields(PostRef, (t) => ({
  events: t.field({
    type: EventConnectionRef,
    nullable: true,
    description:
      'Readable events of the post, its votes and its comments in the log, oldest first, with event ids as cursors. Null outside the team.',
    args: pageArgs,
    resolve: async ({ id }, { first, after, last, before, offset }, context) => {
      const { caller } = context
      if (!hasTeamView(caller)) return null
      const types = POST_TYPES.filter((type) => isReadable(caller, type))
      const request = { types, page: { first, after, last, before, offset } }
      return (await eventLoaders(context).ofPost(request).one(id)).page
    },
  }),
}))
