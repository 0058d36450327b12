/** Whether an event moves the votes, comments and followers of a post to another one, or back. */
export const isMerge = (type: string): boolean => type === 'POST_MERGED' || type === 'POST_UNMERGED'

type WithChanges = { type: string; changes?: readonly { field: string }[] }

/** Whether an event is the update of a post by a merge or its end, which the event that follows it names. */
export const isUpdateOfMerge = ({ type, changes }: WithChanges): boolean =>
  type === 'POST_UPDATED' && changes !== undefined && changes.some(({ field }) => field === 'mergedIntoId')
