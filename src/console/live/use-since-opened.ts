import { useState } from 'react'

type Updated = { updatedAt: string }

/**
 * Returns the condition of a form's update: `updatedAt` of the object as the form shows it, so that what another person
 * has changed since is not overwritten. Changes of others than the form's fields do not count. `accept` takes the
 * object that the form has stored.
 */
export function useSinceOpened<Row extends Updated>(latest: Row, fields: readonly (keyof Row)[]) {
  const [opened, accept] = useState(latest)
  const isSame = fields.every((field) => JSON.stringify(opened[field]) === JSON.stringify(latest[field]))
  return { ifUnchangedSince: isSame ? latest.updatedAt : opened.updatedAt, accept }
}
