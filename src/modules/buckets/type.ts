import { hasTeamView } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/page.ts'

export const BucketRef = builder.prismaObject('Bucket', {
  description: 'A board that posts are submitted to.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    slug: t.exposeString('slug', { description: 'Its name in addresses, unique in the organization.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    description: t.exposeString('description', { description: 'What it collects.' }),
    private: t.exposeBoolean('private', { description: 'Whether only the team sees it and its posts.' }),
    requiresModeration: t.exposeBoolean('requiresModeration', {
      description: "Whether customers' posts wait for approval.",
    }),
    position: t.exposeInt('position', { description: 'Its place among the boards.' }),
    postsCount: t.int({
      description:
        'How many posts it lists: those neither hidden nor merged, outside the team of the approved.',
      resolve: (bucket, _args, { caller, load }) =>
        load.postsCountOfBucket({ publicOnly: !hasTeamView(caller) })(bucket.id),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was made.',
      resolve: (bucket) => bucket.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it was last changed.',
      resolve: (bucket) => bucket.updatedAt,
    }),
  }),
})

export const BucketConnectionRef = connectionType('Bucket', BucketRef)
