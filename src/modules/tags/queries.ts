import { builder } from '../../graphql/builder.ts'
import { lookupId, lookupType, nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { listTags } from './list-tags.ts'
import { TagConnectionRef, TagRef } from './type.ts'
import { visibleTag } from './visible-tag.ts'

const TagBy = lookupType('Tag', (t) => ({ name: t.string({ description: 'Name, ignoring case.' }) }))

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
    nullable: true,
    access: { require: 'organization', scope: 'tags:read' },
    description: 'One tag, or null if there is none.',
    args: { by: t.arg({ type: TagBy, required: true, description: 'Key of the tag.' }) },
    resolve: (_root, { by }, context) =>
      nullIfNotFound(visibleTag(context, lookupId('Tag', by) ?? { name: by.name ?? '' })),
  }),
}))
