import { builder } from '../../graphql/builder.ts'
import { pageArgs } from '../../graphql/page.ts'
import { listTags } from './list-tags.ts'
import { TagConnectionRef, TagRef } from './type.ts'
import { visibleTag } from './visible-tag.ts'

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
    resolve: (_root, { id }, context) => visibleTag(context, id),
  }),
}))
