import { builder } from '../../graphql/builder.ts'

export const StatusKindRef = builder.enumType('StatusKind', {
  description: 'Kind of a status, independent of the name that the organization chooses.',
  values: {
    submitted: { value: 'submitted', description: 'Not yet reviewed.' },
    under_review: { value: 'under_review', description: 'Under review by the team.' },
    planned: { value: 'planned', description: 'Planned.' },
    in_progress: { value: 'in_progress', description: 'In progress.' },
    completed: { value: 'completed', description: 'Completed.' },
    closed: { value: 'closed', description: 'Closed without completion.' },
  } as const,
})

export const StatusRef = builder.prismaObject('Status', {
  description: "A status of the organization's workflow.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    slug: t.exposeString('slug', { description: 'Slug for filters, unique in the organization.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    kind: t.field({
      type: StatusKindRef,
      description: 'Kind of the status, independent of its name.',
      resolve: (status) => status.kind,
    }),
    color: t.exposeString('color', { description: 'Hex color.' }),
    position: t.exposeInt('position', { description: 'Position in the workflow.' }),
    percentage: t.exposeFloat('percentage', { description: 'Progress of its posts in percent, 0 to 100.' }),
  }),
})
