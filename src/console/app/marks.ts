/** State of the first steps of an organization in this browser. */
type Mark = 'shown' | 'hidden' | 'visibility' | 'widget'

const keyOf = (slug: string) => `echolog.first-steps.${slug}`
const marksOf = (slug: string) => (localStorage.getItem(keyOf(slug)) ?? '').split(' ')

/** Whether this browser has a mark of an organization. */
export const hasMark = (slug: string, mark: Mark): boolean => marksOf(slug).includes(mark)

/** Stores a mark of an organization in this browser. */
export function addMark(slug: string, mark: Mark): void {
  if (!hasMark(slug, mark)) localStorage.setItem(keyOf(slug), [...marksOf(slug), mark].join(' ').trim())
}
