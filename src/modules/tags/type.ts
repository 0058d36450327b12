import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/page.ts'

export const TagRef = builder.prismaObject('Tag', {
  description: 'A label that the team puts on posts.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    name: t.exposeString('name', { description: 'Unique in the organization, whatever its case.' }),
    color: t.exposeString('color', { description: 'Hex color.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was made.',
      resolve: (tag) => tag.createdAt,
    }),
  }),
})

export const TagConnectionRef = connectionType('Tag', TagRef)
