import { builder } from '../../graphql/builder.ts'
import { nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { ChangelogRef } from '../changelogs/type.ts'
import { visibleChangelog } from '../changelogs/visible-changelog.ts'
import { CommentRef } from '../comments/type.ts'
import { visibleComment } from '../comments/visible-comment.ts'
import { PostRef } from '../posts/type.ts'
import { visiblePost } from '../posts/visible-post.ts'
import { commentsFor } from './comments-for.ts'
import { NotificationKindRef } from './enums.ts'
import { notificationLoaders } from './loaders.ts'
import type { NotificationRow } from './notification-row.ts'

/** Maximum number of comments of a notification, the last ones. */
const COMMENTS = 5

const NotificationRef = builder.objectRef<NotificationRow>('Notification').implement({
  description:
    'An item of the bell of a person, retained for 90 days. Later changes of a post make another one.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('Notification')),
    databaseId: t.expose('id', { type: 'BigInt', ...DATABASE_ID }),
    kinds: t.expose('kinds', {
      type: [NotificationKindRef],
      description: 'Its reasons, the one that matters most first.',
    }),
    post: t.field({
      type: PostRef,
      nullable: true,
      description: 'Post that it is about. Null for another object.',
      resolve: ({ subject, subjectId }, _args, context) =>
        subject === 'post' ? nullIfNotFound(visiblePost(context, subjectId)) : null,
    }),
    comments: t.field({
      type: [CommentRef],
      description: `Comments that it is about, at most the last ${COMMENTS}.`,
      resolve: async (row, _args, context) => {
        const ids = commentsFor(row, row.userId).slice(-COMMENTS)
        const found = await Promise.all(ids.map(({ id }) => nullIfNotFound(visibleComment(context, id))))
        return found.filter((comment) => comment !== null)
      },
    }),
    changelog: t.field({
      type: ChangelogRef,
      nullable: true,
      description: 'Entry of the changelog that it is about. Null for another object.',
      resolve: ({ subject, subjectId }, _args, context) =>
        subject === 'changelog' ? nullIfNotFound(visibleChangelog(context, subjectId)) : null,
    }),
    webhookId: t.id({
      nullable: true,
      description: 'Id of the webhook that was disabled. Null for another object.',
      resolve: ({ subject, subjectId }) => (subject === 'webhook' ? toNodeId('Webhook', subjectId) : null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    readAt: t.expose('readAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it was read. Null before it.',
    }),
  }),
})

nodeFinder('Notification', (context, id) => notificationLoaders(context).own.find(id))

export const NotificationConnectionRef = connectionType('Notification', NotificationRef)
