import { builder } from './builder.ts'

/** The answer of every deletion. */
export const DeletedRef = builder.objectRef<{ id: number }>('Deleted').implement({
  description: 'Something that is no longer there.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'The id it had.' }) }),
})
