import { builder } from '../../graphql/builder.ts'
import { parseObjectId } from '../../graphql/ids.ts'
import { pageArgs } from '../../graphql/page.ts'
import { notFound } from '../../lib/errors.ts'
import { listTags } from './list-tags.ts'
import { TagConnectionRef, TagRef } from './type.ts'
import { tagLoaders } from './loaders.ts'

builder.queryFields((t) => ({
  tags: t.field({
    type: TagConnectionRef,
    access: { require: 'organization', scope: 'tags:read' },
    description: "The organization's tags, sorted by name.",
    args: pageArgs,
    resolve: (_root, page, { db, organizationId }) => listTags(db, organizationId, page),
  }),

  tag: t.field({
    type: TagRef,
    access: { require: 'organization', scope: 'tags:read' },
    description: 'The tag with the given id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the tag.' }) },
    resolve: async (_root, { id }, context) => {
      const tag = await tagLoaders(context).byId.find(parseObjectId('Tag', id))
      if (!tag) throw notFound('Tag')
      return tag
    },
  }),
}))
