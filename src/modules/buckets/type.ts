import { hasTeamView } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { bucketLoaders } from './loaders.ts'
import { visibleBucket } from './visible-bucket.ts'

export const BucketRef = builder.prismaObject('Bucket', {
  description: 'A bucket of posts.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('Bucket')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    slug: t.exposeString('slug', { description: 'URL slug, unique in the organization.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    description: t.exposeString('description', { description: 'Description of the posts it collects.' }),
    private: t.exposeBoolean('private', { description: 'Whether only the team can see it and its posts.' }),
    requiresModeration: t.exposeBoolean('requiresModeration', {
      description: "Whether customers' posts and comments need approval.",
    }),
    position: t.exposeInt('position', { description: 'Position among the buckets.' }),
    postsCount: t.int({
      description:
        'Number of posts, excluding hidden and merged ones. Outside the team, only public approved posts count.',
      resolve: (bucket, _args, context) =>
        bucketLoaders(context).postsCount({ publicOnly: !hasTeamView(context.caller) })(bucket.id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
})

nodeFinder('Bucket', (context, id) => nullIfNotFound(visibleBucket(context, id)))

export const BucketConnectionRef = connectionType('Bucket', BucketRef)
