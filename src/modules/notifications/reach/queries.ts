import { builder } from '../../../graphql/builder.ts'
import { databaseIdOf } from '../../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../../graphql/schema/node/node.ts'
import { visibleChangelog } from '../../changelogs/visible-changelog.ts'
import { visiblePost } from '../../posts/visible-post.ts'
import { countChangelogAudience, countPostAudience } from './count-audience.ts'
import { readReach } from './read-reach.ts'
import { NotificationReachRef } from './type.ts'

builder.queryFields((t) => ({
  postAudience: t.int({
    nullable: true,
    access: { require: 'team' },
    description: 'Number of people who are notified when the caller changes the status of a post or answers.',
    args: { postId: t.arg.id(nodeIdInput('Post', { required: true, description: 'Id of the post.' })) },
    resolve: async (_root, args, context) => {
      const { db, organizationId, caller } = context
      const { id: postId } = await visiblePost(context, databaseIdOf('Post', 'postId', args.postId))
      return countPostAudience(db, organizationId, { postId, actorId: caller.actorId })
    },
  }),

  changelogAudience: t.int({
    nullable: true,
    access: { require: 'team' },
    description: 'Number of people who are notified of the publication of an entry of the changelog.',
    resolve: (_root, _args, { db, organizationId }) => countChangelogAudience(db, organizationId),
  }),

  postReach: t.field({
    type: [NotificationReachRef],
    nullable: true,
    access: { require: 'team' },
    description: 'People who were notified of changes of a post, at most the last ten times, newest first.',
    args: { postId: t.arg.id(nodeIdInput('Post', { required: true, description: 'Id of the post.' })) },
    resolve: async (_root, { postId }, context) => {
      const { id } = await visiblePost(context, databaseIdOf('Post', 'postId', postId))
      return readReach(context.db, context.organizationId, { subject: 'post', subjectId: id })
    },
  }),

  changelogReach: t.field({
    type: [NotificationReachRef],
    nullable: true,
    access: { require: 'team' },
    description:
      'People who were notified of an entry of the changelog and its translations. Empty before it.',
    args: {
      changelogId: t.arg.id(nodeIdInput('Changelog', { required: true, description: 'Id of the entry.' })),
    },
    resolve: async (_root, { changelogId }, context) => {
      const { id, originalId } = await visibleChangelog(
        context,
        databaseIdOf('Changelog', 'changelogId', changelogId),
      )
      return readReach(context.db, context.organizationId, {
        subject: 'changelog',
        subjectId: originalId ?? id,
      })
    },
  }),
}))
