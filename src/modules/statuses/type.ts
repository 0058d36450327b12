import { StatusKind } from '../../db/generated/tables.ts'
import { builder } from '../../graphql/builder.ts'

export const StatusKindRef = builder.enumType(StatusKind, {
  name: 'StatusKind',
  description: 'What a status means to programs, whatever an organization calls it.',
})

export const StatusRef = builder.prismaObject('Status', {
  description: "A stage of the organization's workflow.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    slug: t.exposeString('slug', { description: 'Its name in filters, unique in the organization.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    kind: t.field({
      type: StatusKindRef,
      description: 'What it means to programs.',
      resolve: (status) => status.kind,
    }),
    color: t.exposeString('color', { description: 'Hex color.' }),
    position: t.exposeInt('position', { description: 'Its place in the workflow.' }),
    percentage: t.exposeFloat('percentage', { description: 'How far along its posts are, 0 to 100.' }),
  }),
})
