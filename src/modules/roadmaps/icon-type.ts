import { builder } from '../../graphql/builder.ts'

export const RoadmapIconRef = builder.objectRef<{ type: string; value: string }>('RoadmapIcon').implement({
  description: 'Icon of a roadmap.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Kind of icon, such as `emoji`.' }),
    value: t.exposeString('value', { description: 'Value of the icon, such as the emoji itself.' }),
  }),
})
