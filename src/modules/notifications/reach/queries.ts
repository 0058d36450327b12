import { builder } from '../../../graphql/builder.ts'
import { lookupId, nullIfNotFound } from '../../../graphql/schema/node/lookup.ts'
import { ChangelogBy } from '../../changelogs/changelog-by-type.ts'
import { visibleChangelog } from '../../changelogs/visible-changelog.ts'
import { PostBy } from '../../posts/post-by-type.ts'
import { visiblePost } from '../../posts/visible-post.ts'
import { countChangelogAudience, countPostAudience } from './count-audience.ts'
import { readReach } from './read-reach.ts'
import { ReachRef } from './type.ts'

builder.queryFields((t) => ({
  postReach: t.field({
    type: ReachRef,
    nullable: true,
    access: { require: 'team' },
    description: 'People who are notified of changes of a post by the caller, or null if there is none.',
    args: { by: t.arg({ type: PostBy, required: true, description: 'Key of the post.' }) },
    resolve: async (_root, { by }, context) => {
      const { db, organizationId, caller } = context
      const post = await nullIfNotFound(visiblePost(context, lookupId('Post', by) ?? { slug: by.slug ?? '' }))
      return (
        post && {
          audience: () => countPostAudience(db, organizationId, { postId: post.id, actorId: caller.actorId }),
          notified: () => readReach(db, organizationId, { subject: 'post', subjectId: post.id }),
        }
      )
    },
  }),

  changelogReach: t.field({
    type: ReachRef,
    nullable: true,
    access: { require: 'team' },
    description:
      'People who are notified of an entry of the changelog and its translations, or null if there is none.',
    args: { by: t.arg({ type: ChangelogBy, required: true, description: 'Key of the entry.' }) },
    resolve: async (_root, { by }, context) => {
      const { db, organizationId } = context
      const entry = await nullIfNotFound(
        visibleChangelog(context, lookupId('Changelog', by) ?? { slug: by.slug ?? '' }),
      )
      if (!entry) return null
      const subjectId = entry.originalId ?? entry.id
      return {
        audience: () => countChangelogAudience(db, organizationId),
        notified: () => readReach(db, organizationId, { subject: 'changelog', subjectId }),
      }
    },
  }),
}))
