import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/page.ts'

export const ChangelogLabelRef = builder.prismaObject('ChangelogLabel', {
  description: 'A coloured word that sorts changelog entries.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    name: t.exposeString('name', { description: 'Unique in the organization, whatever its case.' }),
    color: t.exposeString('color', { description: 'Hex color.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was made.',
      resolve: (label) => label.createdAt,
    }),
  }),
})

export const ChangelogLabelConnectionRef = connectionType('ChangelogLabel', ChangelogLabelRef)
