import { builder } from '../../../graphql/builder.ts'
import { StatusRef } from '../../statuses/type.ts'
import type { StatusCount } from './count-by-status.ts'

export const StatusCountRef = builder.objectRef<StatusCount>('StatusCount').implement({
  description: 'Number of posts of a status.',
  fields: (t) => ({
    status: t.expose('status', { type: StatusRef, description: 'The status.' }),
    count: t.exposeInt('count', { description: 'Number of posts with the status.' }),
  }),
})
