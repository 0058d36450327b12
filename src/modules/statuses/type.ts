import { builder } from '../../graphql/builder.ts'

export const StatusKindRef = builder.enumType('StatusKind', {
  description: 'What a status means to programs, whatever an organization calls it.',
  values: {
    submitted: { value: 'submitted', description: 'Nobody has looked yet.' },
    under_review: { value: 'under_review', description: 'The team considers it.' },
    planned: { value: 'planned', description: 'It will be done.' },
    in_progress: { value: 'in_progress', description: 'It is being done.' },
    completed: { value: 'completed', description: 'It is done.' },
    closed: { value: 'closed', description: 'It will not be done.' },
  } as const,
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
