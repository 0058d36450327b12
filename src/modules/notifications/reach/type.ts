import { builder } from '../../../graphql/builder.ts'
import type { Reach } from './read-reach.ts'

const NotificationReachRef = builder.objectRef<Reach>('NotificationReach').implement({
  description: 'People who were notified together of changes of one object.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Time of the first change.' }),
    isComplete: t.exposeBoolean('isComplete', { description: 'Whether all people are counted.' }),
    people: t.exposeInt('people', { description: 'Number of people.' }),
    mailed: t.exposeInt('mailed', { description: 'Number of mails that the mail server has accepted.' }),
    waiting: t.exposeInt('waiting', { description: 'Number of mails that wait to be sent.' }),
    failed: t.exposeInt('failed', {
      description: 'Number of mails that could not be sent, with those to suppressed addresses.',
    }),
    bounced: t.exposeInt('bounced', {
      description: 'Number of accepted mails that a later server has returned.',
    }),
  }),
})

type ObjectReach = { audience: () => Promise<number>; notified: () => Promise<Reach[]> }

export const ReachRef = builder.objectRef<ObjectReach>('Reach').implement({
  description: 'People whom changes of an object reach.',
  fields: (t) => ({
    audience: t.int({
      description: 'Number of people whom the next change reaches.',
      resolve: ({ audience }) => audience(),
    }),
    notified: t.field({
      type: [NotificationReachRef],
      description: 'People whom the last ten changes have reached, newest first.',
      resolve: ({ notified }) => notified(),
    }),
  }),
})
