import { anonymousPerson } from '../drafts.ts'
import type { Origin } from '../record-base.ts'
import { ANONYMOUS } from '../rules/people.ts'
import { applyPeople } from './people.ts'
import { findIds } from './refs.ts'
import type { Step } from './step.ts'

/** A record and the external id of its author, if the source names one. */
type Authored = { author: string | undefined; origin: Origin }

/**
 * Returns the ids of authors. An author whom the source does not name is the anonymous person, who is created if
 * needed, and never a person who has not written the text.
 */
export async function findAuthors(
  step: Step,
  records: readonly Authored[],
): Promise<(author: string | undefined) => number | undefined> {
  const find = () =>
    findIds(
      step,
      'person',
      records.map(({ author = ANONYMOUS }) => author),
    )
  let ids = await find()
  const nameless = records.find(({ author }) => author === undefined)
  if (nameless && !ids.has(ANONYMOUS)) {
    await applyPeople(step, [anonymousPerson(nameless.origin)])
    ids = await find()
  }
  return (author = ANONYMOUS) => ids.get(author)
}
