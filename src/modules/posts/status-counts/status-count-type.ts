import { builder } from '../../../graphql/builder.ts'
import { StatusRef } from '../../statuses/type.ts'
import type { StatusCount } from './count-by-status.ts'

export const StatusCountRef = builder.objectRef<StatusCount>('StatusCount').implement({
  description: 'How many posts a status has.',
  fields: (t) => ({
    status: t.field({ type: StatusRef, description: 'The status.', resolve: ({ status }) => status }),
    count: t.exposeInt('count', { description: 'How many posts of the list are in it.' }),
  }),
})
