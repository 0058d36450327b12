import { builder } from '../../graphql/builder.ts'
import { idOf } from '../../graphql/ids.ts'
import { pageArgs } from '../../graphql/page.ts'
import { notFound } from '../../lib/errors.ts'
import { listTags } from './list-tags.ts'
import { TagConnectionRef, TagRef } from './type.ts'

builder.queryFields((t) => ({
  tags: t.field({
    type: TagConnectionRef,
    access: { need: 'organization', scope: 'tags:read' },
    description: "The organization's tags, by name.",
    args: pageArgs,
    resolve: (_root, page, { db, organizationId }) => listTags(db, organizationId, page),
  }),

  tag: t.field({
    type: TagRef,
    access: { need: 'organization', scope: 'tags:read' },
    description: 'One tag.',
    args: { id: t.arg.id({ required: true, description: 'Id of the tag.' }) },
    resolve: async (_root, { id }, { load }) => {
      const tag = await load.tag.find(idOf('Tag', id))
      if (!tag) throw notFound('Tag')
      return tag
    },
  }),
}))
