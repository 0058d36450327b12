import { builder } from './builder.ts'

/** Result of every deletion. */
export const DeletedRef = builder.objectRef<{ id: number }>('Deleted').implement({
  description: 'A deleted object.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Id of the deleted object.' }) }),
})
