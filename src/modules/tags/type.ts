import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/page.ts'

export const TagRef = builder.prismaObject('Tag', {
  description: 'A tag of the organization, which labels posts.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    name: t.exposeString('name', { description: 'Name, unique in the organization ignoring case.' }),
    color: t.exposeString('color', { description: 'Hex color.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Creation time.',
      resolve: (tag) => tag.createdAt,
    }),
  }),
})

export const TagConnectionRef = connectionType('Tag', TagRef)
