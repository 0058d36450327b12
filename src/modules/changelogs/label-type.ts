import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/schema/page.ts'

export const ChangelogLabelRef = builder.prismaObject('ChangelogLabel', {
  description: 'A label of changelog entries.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    name: t.exposeString('name', { description: 'Name, unique in the organization ignoring case.' }),
    color: t.exposeString('color', { description: 'Hex color.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Creation time.',
      resolve: (label) => label.createdAt,
    }),
  }),
})

export const ChangelogLabelConnectionRef = connectionType('ChangelogLabel', ChangelogLabelRef)
